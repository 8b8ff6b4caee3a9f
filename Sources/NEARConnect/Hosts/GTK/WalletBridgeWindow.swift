#if os(Linux)
  internal import NEAR
  internal import DoorwardWebKitGTK

  /// The window in which a person meets the wallets: the page, or why there is none.
  ///
  /// Closing it, by its button, by the window's own means or by Escape, hides it and calls ``onCancel``; the page
  /// in it lives on, and the window can be shown again.
  @MainActor public final class WalletBridgeWindow {
    /// What is shown: that the page is being loaded, the page, or why it cannot be had.
    public var state: BridgeState = .loading {
      didSet { if state != oldValue { showState() } }
    }
    /// What the user is asked for.
    public var title: String {
      get { window.title }
      set { if newValue != window.title { window.title = newValue } }
    }
    /// The person wants another try.
    public var onRetry: @MainActor () -> Void = {}
    /// The person is done with wallets for now.
    public var onCancel: @MainActor () -> Void = {}

    let window: Window
    private let host: GTKBridgeHost
    let stack = Stack()
    let loading = LoadingPage()
    let failure = FailurePage(title: "Wallets cannot be shown")
    let close = Button("Cancel")
    private var view: WebView?

    /// Makes a window that is not shown yet. There has to be a display.
    ///
    /// - Parameters:
    ///   - host: What has the page.
    ///   - title: What the window is called.
    ///   - parent: The app's window, a `GtkWindow *`, above which this one stays.
    public init(
      host: GTKBridgeHost, title: String = "Connect a wallet", parent: UnsafeMutableRawPointer? = nil
    ) {
      self.host = host
      window = Window(title: title, width: 560, height: 720)
      if let parent { window.setParent(gtkWindow: parent) }
      let header = HeaderBar()
      close.onPress = { [weak self] in self?.cancel() }
      header.addToStart(close)
      window.setHeader(header)
      stack.add(loading.content)
      stack.add(failure.content)
      window.setChild(stack)
      window.onClose = { [weak self] in self?.cancel() }
      failure.retry.onPress = { [weak self] in self?.onRetry() }
      // The page is in one window at a time: the last one made.
      host.onViewChange?(nil)
      host.window = window
      host.onDialog = { [weak self] in self?.presentPage() }
      host.onViewChange = { [weak self] in self?.setView($0) }
      setView(host.bridge?.view)
      showState()
    }

    /// Shows the window, in front of the others.
    public func present() {
      window.present()
    }

    /// Takes it from the screen, and leaves everything as it is.
    public func hide() {
      window.hide()
    }

    /// Whether it is on the screen.
    public var isVisible: Bool { window.isVisible }

    private func cancel() {
      hide()
      onCancel()
    }

    /// A dialog of the page is drawn in the page, which may still be loading.
    private func presentPage() {
      if let view { stack.show(view) }
      present()
    }

    private func setView(_ new: WebView?) {
      if let view { stack.remove(view) }
      view = new
      if let new { stack.add(new) }
      showState()
    }

    private func showState() {
      loading.spinner.isSpinning = state == .loading
      switch state {
      case .loading: stack.show(loading.content)
      case .ready:
        stack.show(view ?? loading.content)
        view?.focus()
      case .failed(let error):
        failure.reason.text = error.reason
        stack.show(failure.content)
        window.setDefault(failure.retry)
        failure.retry.focus()
      }
    }
  }
#endif
