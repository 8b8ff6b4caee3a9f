#if canImport(SwiftUI) && canImport(WebKit)
  public import SwiftUI
  #if canImport(UIKit)
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// Shows the wallet page and the windows that wallets open, without a frame.
  ///
  /// A manager has one page. If several containers are in windows, the page is in the container that entered a
  /// window last. When that container leaves its window, the page moves back to the previous one.
  /// ``WalletBridgeSheet`` uses this view; use it directly to draw a frame of your own.
  public struct BridgeWebViewContainer: View {
    private let host: any BridgeHost

    /// Shows the page of a manager.
    public init(manager: NEARWalletManager) { host = manager.host }

    public var body: some View {
      // A different host needs a different view.
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
