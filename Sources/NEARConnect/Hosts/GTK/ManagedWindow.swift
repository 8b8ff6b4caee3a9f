#if os(Linux)
  internal import Observation
  internal import WebKitGTK

  extension WalletBridgeWindow {
    /// Makes the window of a manager: shown while a wallet is waited for, hidden otherwise. There is none without
    /// a display, nor for a manager whose host is not GTK's.
    ///
    /// - Parameters:
    ///   - manager: The manager.
    ///   - title: What the window is called.
    ///   - parent: The app's window, a `GtkWindow *`, above which this one stays.
    public convenience init?(
      _ manager: NEARWalletManager, title: String = "Connect a wallet", parent: UnsafeMutableRawPointer? = nil
    ) {
      guard let host = manager.host as? GTKBridgeHost, GTKMainLoop.open() else { return nil }
      self.init(host: host, title: title, parent: parent)
      onRetry = { [weak manager] in manager?.retry() }
      onCancel = { [weak manager] in manager?.cancel() }
      follow(manager)
    }

    /// Shows what the manager says, now and whenever it changes.
    private func follow(_ manager: NEARWalletManager) {
      withObservationTracking {
        state = manager.bridgeState
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
