#if canImport(WebKit)
  internal import Foundation
  internal import WebKit
  #if canImport(UIKit)
    internal import UIKit
    typealias PlatformView = UIView
  #else
    internal import AppKit
    typealias PlatformView = NSView
  #endif

  /// The view that holds the bridge page, and over it the windows that wallets open.
  final class BridgeStack: PlatformView {
    /// Called when the stack is taken out of its window: nothing over it is seen any more.
    var onLeave: @MainActor () -> Void = {}

    init() {
      // Pages that were never shown are laid out, too.
      super.init(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    }

    @available(*, unavailable) required init?(coder: NSCoder) { nil }

    /// Puts a page on top.
    func push(_ page: WKWebView) {
      page.frame = bounds
      #if canImport(UIKit)
        page.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        // What is under it is not there for those who cannot see that it is covered.
        page.accessibilityViewIsModal = true
      #else
        page.autoresizingMask = [.width, .height]
      #endif
      addSubview(page)
    }

    #if canImport(UIKit)
      override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { onLeave() }
      }
    #else
      override func viewDidMoveToWindow() {
        super.viewDidMoveToWindow()
        if window == nil { onLeave() }
      }
    #endif
  }
#endif
