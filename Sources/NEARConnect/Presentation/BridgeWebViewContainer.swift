#if canImport(SwiftUI) && canImport(WebKit)
  public import SwiftUI
  #if canImport(UIKit)
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// The page in which the wallets run, and the windows that they open, without anything around it.
  ///
  /// There is one page for a manager: the container that was made last shows it. ``WalletBridgeSheet`` is
  /// made of this; use it alone to draw what is around it yourself.
  public struct BridgeWebViewContainer: View {
    private let host: any BridgeHost

    /// Shows the page of a manager.
    public init(manager: NEARWalletManager) { host = manager.host }

    public var body: some View {
      if let host = host as? WKBridgeHost { HostedPage(host: host) }
    }
  }

  // SwiftUI takes a view that it made apart when it is done with it; the page outlives that, so it only ever
  // visits a view of SwiftUI's.
  #if canImport(UIKit)
    private struct HostedPage: UIViewRepresentable {
      let host: WKBridgeHost

      func makeUIView(context: Context) -> UIView { UIView(frame: .zero) }

      func updateUIView(_ uiView: UIView, context: Context) {
        guard host.view.superview !== uiView else { return }
        host.view.frame = uiView.bounds
        host.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        uiView.addSubview(host.view)
      }
    }
  #else
    private struct HostedPage: NSViewRepresentable {
      let host: WKBridgeHost

      func makeNSView(context: Context) -> NSView { NSView(frame: .zero) }

      func updateNSView(_ nsView: NSView, context: Context) {
        guard host.view.superview !== nsView else { return }
        host.view.frame = nsView.bounds
        host.view.autoresizingMask = [.width, .height]
        nsView.addSubview(host.view)
      }
    }
  #endif
#endif
