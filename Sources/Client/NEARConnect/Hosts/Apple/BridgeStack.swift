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

  /// The view that holds the bridge page and, above it, the windows that wallets open.
  final class BridgeStack: PlatformView {
    /// Called when the stack is removed from its window. Its questions are then no longer visible.
    var onLeave: @MainActor () -> Void = {}

    private struct Place {
      weak var container: BridgeContainer?
    }

    /// The containers that are in a window, in the order in which they entered.
    private var places: [Place] = []

    init() {
      // The frame is not empty, so that pages are laid out before they are first shown.
      super.init(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    }

    @available(*, unavailable) required init?(coder: NSCoder) { nil }

    /// Adds a page on top.
    func push(_ page: WKWebView) {
      #if canImport(UIKit)
        // VoiceOver must not read the pages that this one covers.
        page.accessibilityViewIsModal = true
      #endif
      page.fill(self)
    }

    /// Moves the stack into a container that entered a window.
    func enter(_ container: BridgeContainer) {
      forget(container)
      places.append(Place(container: container))
      if superview !== container { fill(container) }
    }

    /// Moves the stack back to the previous container when a container left its window.
    func leave(_ container: BridgeContainer) {
      forget(container)
      guard superview === container else { return }
      if let previous = places.last?.container { fill(previous) } else { removeFromSuperview() }
    }

    private func forget(_ container: BridgeContainer) {
      places.removeAll { $0.container == nil || $0.container === container }
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

  extension PlatformView {
    fileprivate func fill(_ parent: PlatformView) {
      frame = parent.bounds
      #if canImport(UIKit)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
      #else
        autoresizingMask = [.width, .height]
      #endif
      parent.addSubview(self)
    }
  }

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
