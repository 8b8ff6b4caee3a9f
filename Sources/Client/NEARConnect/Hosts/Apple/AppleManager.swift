#if canImport(WebKit)
  internal import Foundation

  extension NEARWalletManager {
    /// Creates a manager that runs wallets in a `WKWebView` and stores accounts in a file of the app.
    public convenience init(configuration: NEARConnectConfiguration = NEARConnectConfiguration()) {
      self.init(
        configuration: configuration, host: WKBridgeHost(),
        accounts: FileAccountStore(
          file: Self.folder(in: .applicationSupportDirectory).appending(path: "accounts.json")),
        folder: Self.folder(in: .cachesDirectory))
    }

    private static func folder(in directory: FileManager.SearchPathDirectory) -> URL {
      // The system provides these folders to every app.
      (FileManager.default.urls(for: directory, in: .userDomainMask).first ?? URL(filePath: NSHomeDirectory()))
        .appending(path: "\(Bundle.main.bundleIdentifier ?? "app")/NEARConnect")
    }
  }
#endif
