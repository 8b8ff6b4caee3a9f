#if os(Linux)
  internal import Observation
  internal import DoorwardWebKitGTK

  extension WalletBridgeWindow {
    /// Makes the window of a manager: shown while the user is needed, hidden otherwise. Its title says what the user
    /// is asked for. There is no window without a display, nor for a manager whose host is not GTK's.
    ///
    /// - Parameters:
    ///   - manager: The manager.
    ///   - parent: The app's window, a `GtkWindow *`, above which this one stays.
    public convenience init?(_ manager: NEARWalletManager, parent: UnsafeMutableRawPointer? = nil) {
      guard let host = manager.host as? GTKBridgeHost, GTKMainLoop.open() else { return nil }
      self.init(host: host, parent: parent)
      onRetry = { [weak manager] in manager?.retry() }
      onCancel = { [weak manager] in manager?.cancel() }
      follow(manager)
    }

    /// Shows what the manager says, now and whenever it changes.
    private func follow(_ manager: NEARWalletManager) {
      withObservationTracking {
        state = manager.bridgeState
        if manager.showWalletUI { title = manager.windowTitle }
        if manager.showWalletUI != isVisible { manager.showWalletUI ? present() : hide() }
      } onChange: { [weak self, weak manager] in
        // The change is announced before it is made.
        Task { @MainActor in
          if let self, let manager { self.follow(manager) }
        }
      }
    }
  }
#endif
