#if os(Linux)
  import NEARConnect
  import Observation
  import DoorwardGTKWidgets

  /// The window of the demo: a form with the operations, and the log beside it.
  @MainActor final class DemoWindow {
    private let model: DemoModel
    private let window = Window(title: "NEAR Connect Demo", width: 980, height: 760)
    private let headline = Label(overflow: .cut)
    private let detail = Label(overflow: .wrap(characters: 44))
    private let log: LogView
    private let connection: [Button]
    private let requests: [Button]
    private(set) var isClosed = false

    init(_ model: DemoModel) {
      self.model = model
      log = LogView(model)
      let form = DemoForm(model)
      connection = [form.connect, form.connectAndSign, form.disconnect]
      requests = form.requests

      let column = Box(.column, spacing: 12)
      column.setMargin(16)
      headline.addStyle("title-2")
      detail.addStyle("dim-label")
      headline.alignToStart()
      detail.alignToStart()
      column.add(headline)
      column.add(detail)
      column.add(form.content)
      let left = ScrollView(column)
      left.setMinimumSize(width: 440)
      left.expand(horizontally: false)
      let both = Box(.row)
      both.add(left)
      both.add(log.content)
      window.setChild(both)
      window.onClose = { [weak self] in self?.isClosed = true }
      follow()
    }

    func present() { window.present() }

    /// Updates the window from the model, now and after each change.
    private func follow() {
      withObservationTracking {
        headline.text = model.headline
        detail.text = model.detail
        let wallets = model.wallets
        connection[0].isSensitive = !wallets.isSignedIn && !wallets.isBusy
        connection[1].isSensitive = !wallets.isSignedIn && !wallets.isBusy
        connection[2].isSensitive = wallets.isSignedIn
        for button in requests { button.isSensitive = model.canStartOperation }
        log.show(model.log)
      } onChange: { [weak self] in
        Task { @MainActor in self?.follow() }
      }
    }
  }
#endif
