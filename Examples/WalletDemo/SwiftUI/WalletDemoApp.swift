#if canImport(SwiftUI) && !os(Linux)
  import NEARConnect
  import SwiftUI
  #if os(macOS)
    import AppKit
  #endif

  /// The demo as an app.
  struct WalletDemoApp: App {
    #if os(macOS)
      @NSApplicationDelegateAdaptor private var delegate: WalletDemoDelegate
    #endif
    @State private var model = DemoModel(wallets: NEARWalletManager())

    var body: some Scene {
      WindowGroup {
        DemoView(model: model)
      }
    }
  }

  #if os(macOS)
    /// Makes an app of a program that `swift build` has made. Without a bundle it has no window in front, no menu and no keyboard
    /// by default.
    @MainActor final class WalletDemoDelegate: NSObject, NSApplicationDelegate {
      func applicationWillFinishLaunching(_ notification: Notification) {
        _ = NSApplication.shared.setActivationPolicy(.regular)
      }

      func applicationDidFinishLaunching(_ notification: Notification) { NSApplication.shared.activate() }
    }
  #endif
#endif
