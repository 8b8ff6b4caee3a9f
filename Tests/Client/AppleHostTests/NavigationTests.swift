import Foundation
import Testing
import WebKit

@testable import NEARConnect

@MainActor struct NavigationTests {
  private let scene = HostScene()

  @Test func pageIsShownAtItsAddress() throws {
    let host = WKBridgeHost()
    host.load(HostScene.page)
    let bridge = try required(host.bridge, "no page")
    #expect(bridge.requested?.html == HostScene.page.html)
    #expect(bridge.requested?.address?.absoluteString == HostScene.page.baseURL)
    #expect(bridge.proceed().values == [.allow])
  }

  @Test(arguments: [
    "https://evil.example/", "https://bridge.example/", "about:blank", "javascript:alert(1)",
  ])
  func bridgePageDoesNotNavigate(_ address: String) throws {
    #expect(try scene.mainFrame.navigate(to: url(address)).values == [.cancel])
  }

  @Test(arguments: [
    ("https://wallet.example/", WKNavigationActionPolicy.allow), ("javascript:alert(1)", .cancel),
    ("file:///etc/passwd", .cancel), ("unlisted://x", .cancel),
  ])
  func frameNavigationIsDecidedOnce(_ address: String, _ policy: WKNavigationActionPolicy) throws {
    #expect(try scene.walletFrame().navigate(to: url(address)).values == [policy])
  }

  @Test(arguments: [
    ("https://wallet.example/next", WKNavigationActionPolicy.allow), ("https://bridge.example/", .cancel),
    ("data:text/html,x", .cancel),
  ])
  func popupNavigationIsDecidedOnce(_ address: String, _ policy: WKNavigationActionPolicy) throws {
    let frame = try required(scene.popup().mainFrame, "the window is blank")
    #expect(frame.navigate(to: try url(address)).values == [policy])
  }

  @Test func newWindowIsDecidedOnce() throws {
    let (refused, window) = try scene.walletFrame().followInNewWindow(url("javascript:alert(1)"))
    #expect(refused.values == [.cancel])
    #expect(window == nil)
    let (allowed, opened) = try scene.walletFrame().followInNewWindow(url("https://wallet.example/"))
    #expect(allowed.values == [.allow])
    #expect(opened != nil)
  }

  @Test func failureToLoadIsReported() throws {
    scene.host.load(HostScene.page)
    try scene.bridge.fail(URLError(.cannotConnectToHost))
    guard case .loadFailed = scene.events.last else { throw Missing(reason: "not reported: \(scene.events)") }
    #expect(scene.host.bridge == nil)
  }

  @Test func terminationOfProcessIsReported() throws {
    try scene.bridge.terminate()
    #expect(scene.events.last == .terminated)
  }
}
