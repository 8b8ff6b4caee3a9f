#if canImport(SwiftUI) && !os(Linux)
  import NEARConnect
  import SwiftUI

  /// The demo as an app.
  struct WalletDemoApp: App {
    @State private var model = DemoModel(wallets: NEARWalletManager())

    var body: some Scene {
      WindowGroup {
        DemoView(model: model)
      }
    }
  }
#endif
