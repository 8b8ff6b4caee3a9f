#if canImport(SwiftUI) && canImport(WebKit)
  public import SwiftUI
  #if canImport(UIKit)
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// The page in which the wallets run, and the windows that they open, without anything around it.
  ///
  /// A manager has one page. If several containers are in windows, the one that entered last shows the page; when it
  /// leaves, the one before shows it again. ``WalletBridgeSheet`` is made of this; use it alone to draw what is around
  /// it yourself.
  public struct BridgeWebViewContainer: View {
    private let host: any BridgeHost

    /// Shows the page of a manager.
    public init(manager: NEARWalletManager) { host = manager.host }

    public var body: some View {
      // Another host gets another view.
      if let host = host as? WKBridgeHost { HostedPage(host: host).id(ObjectIdentifier(host)) }
    }
  }

  #if canImport(UIKit)
    struct HostedPage: UIViewRepresentable {
      let host: WKBridgeHost

      func makeUIView(context: Context) -> UIView { BridgeContainer(host.stack) }

      func updateUIView(_ uiView: UIView, context: Context) {}
    }
  #else
    struct HostedPage: NSViewRepresentable {
      let host: WKBridgeHost

      func makeNSView(context: Context) -> NSView { BridgeContainer(host.stack) }

      func updateNSView(_ nsView: NSView, context: Context) {}
    }
  #endif
#endif
