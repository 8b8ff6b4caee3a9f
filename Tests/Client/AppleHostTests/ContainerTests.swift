import Foundation
import SwiftUI
import Testing
import WebKit

@testable import NEARConnect

@MainActor struct ContainerTests {
  private let host = WKBridgeHost()
  private let screen = Screen()
  private var page: HostedPage { HostedPage(host: host) }

  private func make() -> PlatformView {
    #if canImport(UIKit)
      page.makeUIView(context: .init())
    #else
      page.makeNSView(context: .init())
    #endif
  }

  private func update(_ view: PlatformView) {
    #if canImport(UIKit)
      page.updateUIView(view, context: .init())
    #else
      page.updateNSView(view, context: .init())
    #endif
  }

  @Test func containerInWindowShowsPage() {
    let view = make()
    update(view)
    screen.show(view)
    #expect(host.view.superview === view)
  }

  @Test func updateDoesNotTakePageFromLaterContainer() {
    let (first, second) = (make(), make())
    screen.show(first)
    screen.show(second)
    #expect(host.view.superview === second)
    update(first)
    #expect(host.view.superview === second)
  }

  @Test func pageReturnsWhenLaterContainerLeaves() {
    let (first, second) = (make(), make())
    screen.show(first)
    screen.show(second)
    second.removeFromSuperview()
    #expect(host.view.superview === first)
    first.removeFromSuperview()
    #expect(host.view.superview == nil)
  }

  @Test func earlierContainerThatLeavesDoesNotMovePage() {
    let (first, second) = (make(), make())
    screen.show(first)
    screen.show(second)
    first.removeFromSuperview()
    #expect(host.view.superview === second)
  }
}
