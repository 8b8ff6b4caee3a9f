#if canImport(WebKit)
  internal import Foundation

  extension NEARWalletManager {
    /// Makes a manager whose wallets run in a `WKWebView`, and which keeps accounts in the app's user defaults.
    ///
    /// - Parameter configuration: What it is told.
    public convenience init(configuration: NEARConnectConfiguration = NEARConnectConfiguration()) {
      self.init(
        configuration: configuration, host: WKBridgeHost(), accounts: DefaultsAccountStore(),
        folder: FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
          .appending(path: "\(Bundle.main.bundleIdentifier ?? "app")/NEARConnect"))
    }
  }
#endif
