#if os(Linux)
  internal import DoorwardGTKWidgets
  public import DoorwardTexts
  internal import DoorwardWebKitGTK
  internal import NEAR
  internal import Observation

  /// The window that shows the wallet page, or the reason why the page is not available.
  ///
  /// If the user closes the window with its button, the window manager or Escape, the window is hidden and
  /// ``onCancel`` is called. The page keeps running, and the window can be shown again.
  @MainActor public final class WalletBridgeWindow {
    /// The content of the window: a progress indicator, the page, or a failure.
    public var state: BridgeState = .loading {
      didSet { if state != oldValue { showState() } }
    }
    /// The title of the window, which describes the request.
    public var title: String {
      get { window.title }
      set { if newValue != window.title { window.title = newValue } }
    }
    /// Called when the user wants to retry.
    public var onRetry: @MainActor () -> Void = {}
    /// Called when the user closes the window.
    public var onCancel: @MainActor () -> Void = {}

    let window: Window
    private let host: GTKBridgeHost
    let stack = Stack()
    private let texts: Texts
    let loading: LoadingPage
    let failure: FailurePage
    let close: Button
    private var view: WebView?

    /// Creates a hidden window. A display is required.
    ///
    /// - Parameters:
    ///   - host: The host of the page.
    ///   - title: The title of the window; by default that of a request to connect.
    ///   - texts: The texts of the window; by default in the language of the user's system. They should be the
    ///     ``NEARConnectConfiguration/texts`` of the manager, which has those of the page.
    ///   - parent: The app's window, a `GtkWindow *`, above which this window stays.
    public init(
      host: GTKBridgeHost, title: String? = nil, texts: Texts = Texts(),
      parent: UnsafeMutableRawPointer? = nil
    ) {
      self.host = host
      self.texts = texts
      loading = LoadingPage(texts: texts)
      failure = FailurePage(title: texts.text("windows.wallets.failed"), texts: texts)
      close = Button(texts.text("action.cancel"))
      window = Window(title: title ?? WalletPurpose.connect.title(in: texts), width: 560, height: 720)
      if let parent { window.setParent(gtkWindow: parent) }
      // The window that waits for the wallet can be modal.
      window.leaveGroup()
      let header = HeaderBar()
      close.onPress = { [weak self] in self?.cancel() }
      header.addToStart(close)
      window.setHeader(header)
      stack.add(loading.content)
      stack.add(failure.content)
      window.setChild(stack)
      for part in [header, loading.content, failure.content] {
        part.setDirection(isRightToLeft: texts.language.isRightToLeft)
      }
      window.onClose = { [weak self] in self?.cancel() }
      failure.retry.onPress = { [weak self] in self?.onRetry() }
      // A page can be in one window. The newest window takes the page from the previous one.
      host.onViewChange?(nil)
      host.window = window
      host.onDialog = { [weak self] in self?.presentPage() }
      host.onViewChange = { [weak self] in self?.setView($0) }
      setView(host.bridge?.view)
      showState()
    }

    /// Shows the window in front of other windows.
    public func present() {
      window.present()
    }

    /// Hides the window. The page keeps running.
    public func hide() {
      window.hide()
    }

    /// Whether the window is visible.
    public var isVisible: Bool { window.isVisible }

    private func cancel() {
      hide()
      onCancel()
    }

    /// The page draws its dialog, so the page must be visible even if it is still loading.
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
        failure.reason.text = texts.sentence(for: error)
        stack.show(failure.content)
        window.setDefault(failure.retry)
        failure.retry.focus()
      }
    }
  }

  extension WalletBridgeWindow {
    /// Creates a window for a manager. The window is visible while the manager needs the user, and its title
    /// describes the request. The initializer returns nil if there is no display or if the manager's host is
    /// not a ``GTKBridgeHost``.
    ///
    /// - Parameters:
    ///   - manager: The manager.
    ///   - parent: The app's window, a `GtkWindow *`, above which the wallet window stays.
    public convenience init?(_ manager: NEARWalletManager, parent: UnsafeMutableRawPointer? = nil) {
      guard let host = manager.host as? GTKBridgeHost, GTKMainLoop.open() else { return nil }
      self.init(host: host, texts: manager.configuration.texts, parent: parent)
      onRetry = { [weak manager] in manager?.retry() }
      onCancel = { [weak manager] in manager?.cancel() }
      observe(manager)
    }

    /// Updates the window from the manager, now and after each change.
    private func observe(_ manager: NEARWalletManager) {
      withObservationTracking {
        state = manager.bridgeState
        if manager.showWalletUI { title = manager.windowTitle }
        if manager.showWalletUI != isVisible { manager.showWalletUI ? present() : hide() }
      } onChange: { [weak self, weak manager] in
        // Observation reports a change before the new value is set.
        Task { @MainActor in
          if let self, let manager { self.observe(manager) }
        }
      }
    }
  }
#endif
