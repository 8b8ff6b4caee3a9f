#if canImport(WebKit)
  internal import Foundation
  #if canImport(UIKit)
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// Holds the page of a host in a view hierarchy.
  ///
  /// SwiftUI removes the views it creates when it no longer needs them. The page outlives these views, and is
  /// shown in the container that entered a window last.
  final class BridgeContainer: PlatformView {
    private let stack: BridgeStack

    init(_ stack: BridgeStack) {
      self.stack = stack
      super.init(frame: .zero)
    }

    @available(*, unavailable) required init?(coder: NSCoder) { nil }

    private func windowChanged() {
      if window == nil { stack.leave(self) } else { stack.enter(self) }
    }

    #if canImport(UIKit)
      override func didMoveToWindow() {
        super.didMoveToWindow()
        windowChanged()
      }
    #else
      override func viewDidMoveToWindow() {
        super.viewDidMoveToWindow()
        windowChanged()
      }
    #endif
  }
#endif
