#if os(Linux)
  import Foundation
  import NEARConnect

  /// Runs the demo until its window is closed.
  ///
  /// `NEAR_CONNECT_JS` can name a file of the library and `NEAR_CONNECT_MANIFEST` a list of wallets, so that
  /// the demo starts without a network connection. `--testnet` selects the test network.
  @MainActor func runGTKDemo() {
    let environment = ProcessInfo.processInfo.environment
    var configuration = NEARConnectConfiguration()
    if CommandLine.arguments.contains("--testnet") { configuration.network = .testnet }
    if let path = environment["NEAR_CONNECT_JS"],
      let source = try? String(contentsOfFile: path, encoding: .utf8)
    {
      configuration.library = .bundled(source)
    }
    if let path = environment["NEAR_CONNECT_MANIFEST"], let json = try? Data(contentsOf: URL(filePath: path))
    {
      configuration.manifest = .json(Array(json))
    }
    let model = DemoModel(wallets: NEARWalletManager(configuration: configuration))
    guard let walletWindow = WalletBridgeWindow(model.wallets) else {
      try? FileHandle.standardError.write(
        contentsOf: Data("WalletDemo needs a display: set DISPLAY or WAYLAND_DISPLAY.\n".utf8))
      exit(1)
    }
    let window = DemoWindow(model)
    window.present()
    WalletMainLoop.run { window.isClosed && !model.isSigningOut }
    withExtendedLifetime(walletWindow) {}
  }
#endif
