#if os(Linux)
  internal import Observation
  internal import DoorwardGTKWidgets

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
