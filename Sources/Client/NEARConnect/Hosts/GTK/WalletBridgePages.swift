#if os(Linux)
  internal import DoorwardGTKWidgets
  internal import DoorwardTexts

  /// The content of the wallet window while its page is loading.
  @MainActor final class LoadingPage {
    let content = Box(.column, spacing: 18)
    let spinner = Spinner()

    init(texts: Texts) {
      let loading = texts.text("windows.wallets.loading")
      let text = Label(loading)
      text.addStyle("dim-label")
      spinner.setMinimumSize(width: 32, height: 32)
      spinner.accessibleLabel = loading
      content.add(spinner)
      content.add(text)
      content.center()
    }
  }

  /// The content of a window whose page could not be loaded: the reason and a retry button.
  @MainActor final class FailurePage {
    let content = Box(.column, spacing: 12)
    let reason = Label(overflow: .wrap(characters: 40))
    let retry: Button

    init(title: String, texts: Texts) {
      retry = Button(texts.text("action.tryAgain"))
      let icon = Icon("dialog-warning-symbolic", size: 48)
      icon.addStyle("dim-label")
      let title = Label(title, overflow: .wrap(characters: 24))
      title.addStyle("title-2")
      retry.addStyle("suggested-action")
      retry.center()
      retry.setMargin(6)
      content.add(icon)
      content.add(title)
      content.add(reason)
      content.add(retry)
      content.setMargin(24)
      content.center()
    }
  }
#endif
