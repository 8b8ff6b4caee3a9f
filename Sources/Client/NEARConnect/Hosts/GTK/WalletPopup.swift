#if os(Linux)
  internal import DoorwardGTKWidgets
  internal import DoorwardTexts
  internal import DoorwardWebKitGTK

  /// A window that a wallet opened. Its header shows the address, which the page cannot draw.
  @MainActor final class WalletPopup: WebViewDelegate {
    let view: WebView
    let window: Window
    private let address: AddressLabel
    private let spinner = Spinner()
    private let stack = Stack()
    private let failure: FailurePage
    private weak var host: GTKBridgeHost?
    private var isClosed = false

    init(openedBy opener: WebView, host: GTKBridgeHost, texts: Texts) {
      self.host = host
      address = AddressLabel(texts: texts)
      failure = FailurePage(title: texts.text("windows.wallets.pageFailed"), texts: texts)
      view = WebView(openedBy: opener)
      window = Window(title: texts.text("windows.wallets.window"), width: 560, height: 720)
      view.delegate = self
      view.accessibleLabel = texts.text("windows.wallets.windowPage")
      let header = HeaderBar()
      let close = Button(icon: "window-close-symbolic", label: texts.text("windows.wallets.closeWindow"))
      close.onPress = { [weak self] in self?.close() }
      close.addStyle("flat")
      spinner.accessibleLabel = texts.text("windows.wallets.progress")
      header.addToStart(spinner)
      header.addToEnd(close)
      header.setTitle(address.label)
      window.setHeader(header)
      stack.add(view)
      stack.add(failure.content)
      window.setChild(stack)
      header.setDirection(isRightToLeft: texts.language.isRightToLeft)
      failure.content.setDirection(isRightToLeft: texts.language.isRightToLeft)
      window.setParent(host.window)
      window.onClose = { [weak self] in self?.close() }
    }

    /// The address shown in the header.
    var shownAddress: String { address.label.text }

    func close() {
      guard !isClosed else { return }
      isClosed = true
      view.delegate = nil
      window.hide()
      host?.popupDidClose(self)
      // This call may come from a signal of the view. The task keeps the view alive until the signal handler
      // returns.
      Task { withExtendedLifetime(self) {} }
    }

    // MARK: WebViewDelegate

    func webView(_ view: WebView, mayNavigateTo address: String) -> Bool {
      switch host?.decide(address, in: .popup) {
      case .show: return true
      case .close: close()
      case .openInSystem, .refuse, nil: break
      }
      return false
    }

    func webView(_ view: WebView, mayShowResponseFrom address: String) -> Bool { true }

    func webView(_ view: WebView, windowFor address: String) -> WebView? {
      host?.openWindow(address, from: view)
    }

    func webViewIsReadyToShow(_ view: WebView) {
      showAddress()
      window.present()
    }

    func webViewDidClose(_ view: WebView) {
      close()
    }

    func webView(_ view: WebView, didReach phase: LoadPhase) {
      spinner.isSpinning = view.isLoading
      // Until a new page is committed, the previous page and its address stay visible.
      if phase == .committed { stack.show(view) }
      if phase == .committed || phase == .finished { showAddress() }
    }

    func webViewAddressDidChange(_ view: WebView) {
      showAddress()
    }

    /// Shows a failure. Otherwise the window would be blank.
    func webView(_ view: WebView, didFailToLoad address: String, because reason: String) {
      failure.reason.text = reason
      failure.retry.onPress = { [weak self] in self?.load(address) }
      self.address.show(address)
      window.title = self.address.label.text
      stack.show(failure.content)
      failure.retry.focus()
    }

    private func load(_ address: String) {
      stack.show(view)
      view.load(address)
      view.focus()
    }

    /// Presses the retry button of a shown failure.
    func retry() { failure.retry.press() }

    /// The shown failure; nil if a page is shown.
    var shownFailure: String? { stack.visible === failure.content ? failure.reason.text : nil }

    func webViewDidTerminate(_ view: WebView) {
      close()
    }

    func webViewWillShowDialog(_ view: WebView) {
      window.present()
      // The same process runs this page and the bridge page, so the dialog also stops the bridge page.
      host?.onEvent?(.dialogShown)
    }

    private func showAddress() {
      guard shownFailure == nil else { return }
      address.show(view.address)
      window.title = address.label.text
    }
  }

  /// Shows the address of a window in its header. A long host name is truncated at its start, because its end
  /// identifies the owner.
  @MainActor final class AddressLabel {
    let label = Label(overflow: .cutStart)
    private let texts: Texts

    init(texts: Texts) {
      self.texts = texts
      label.keepLeftToRight()
      show("")
    }

    func show(_ address: String) {
      label.setParts(parts(address))
      label.tooltip = address
      label.accessibleLabel = texts.text("windows.wallets.address", ["address": address])
    }

    /// The host, the port if it is not the default port, and a note if the connection is not encrypted. The
    /// path is omitted because the site chooses it. An internationalized host name is shown in its ASCII form,
    /// so that it cannot imitate another name.
    private func parts(_ address: String) -> [Label.Part] {
      guard let parsed = WebAddress(address), parsed.isWeb, let host = parsed.host else {
        let isBlank = address.isEmpty || address == "about:blank"
        return [Label.Part(isBlank ? texts.text("windows.wallets.blankPage") : address)]
      }
      let port = parsed.port.map { ":\($0)" } ?? ""
      let end = parsed.scheme == "https" ? [] : [Label.Part(" \(texts.text("windows.wallets.notEncrypted"))")]
      return [Label.Part(host + port, .bold)] + end
    }
  }
#endif
