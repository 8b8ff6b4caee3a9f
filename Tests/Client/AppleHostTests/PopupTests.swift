import Foundation
import Testing
import WebKit

@testable import NEARConnect

@MainActor struct PopupTests {
  private let scene = HostScene()

  @Test func popupUsesGivenConfiguration() throws {
    #expect(throws: Never.self) { try scene.popup() }
    #expect(scene.events.contains(.popupsChanged(1)))
  }

  @Test func popupHasNoRelay() throws {
    let popup = try scene.popup()
    let frame = try required(popup.mainFrame, "the window is blank")
    #expect(!frame.post("forged", to: BridgePage.handlerName, in: HostScene.relayWorld))
    #expect(!frame.post("forged", to: BridgePage.handlerName, in: .page))
    #expect(frame.scripts.isEmpty)
    #expect(try scene.mainFrame.post("hello", to: BridgePage.handlerName, in: HostScene.relayWorld))
    #expect(scene.messages == ["hello"])
  }

  @Test func popupAsksUser() throws {
    let frame = try required(scene.popup().mainFrame, "the window is blank")
    let answers = frame.confirm("Sign?")
    #expect(scene.screen.question == "Sign?")
    scene.screen.press("OK")
    #expect(answers.values == [true])
  }

  @Test func popupThatReturnsToBridgeCloses() throws {
    let popup = try scene.popup()
    _ = popup.mainFrame?.navigate(to: try url("https://bridge.example/?result=1"))
    #expect(scene.host.popups.isEmpty)
    #expect(popup.superview == nil)
  }

  @Test func popupClosesItself() throws {
    let popup = try scene.popup()
    popup.closeByScript()
    #expect(scene.host.popups.isEmpty)
  }

  @Test func popupShowsSiteOfItsPage() throws {
    let popup = try scene.popup()
    #expect(scene.host.popups.map(\.address) == ["https://wallet.example"])
    _ = popup.mainFrame?.navigate(to: try url("https://other.example/"))
    #expect(scene.host.popups.map(\.address) == ["https://other.example"])
  }

  @Test func failedPopupOffersRetry() throws {
    let address = try url("https://wallet.example/sign")
    let popup = try required(try scene.walletFrame().open(address), "no window was opened")
    popup.fail(URLError(.cannotConnectToHost, userInfo: [NSURLErrorFailingURLErrorKey: address]))
    #expect(scene.screen.buttons.contains("Try again"))
    scene.screen.press("Cancel")
    #expect(scene.host.popups.isEmpty)
  }

  @Test func popupsAreLimited() throws {
    for _ in 0..<WKBridgeHost.maximumPopups { _ = try scene.popup() }
    #expect(try scene.walletFrame().open(url("https://wallet.example/")) == nil)
  }

  @Test func pageAndPopupsHaveSafariUserAgent() throws {
    for view in [try scene.bridge, try scene.popup()] {
      let name = view.configuration.applicationNameForUserAgent ?? ""
      #expect(name.hasPrefix("Version/") && name.contains("Safari/"))
    }
    #if canImport(UIKit)
      #expect(SafariUserAgent.applicationName(onSystem: 17) == "Version/17.0 Mobile/15E148 Safari/604.1")
    #else
      #expect(SafariUserAgent.applicationName(onSystem: 14) == "Version/17.0 Safari/605.1.15")
      #expect(SafariUserAgent.applicationName(onSystem: 26) == "Version/26.0 Safari/605.1.15")
    #endif
  }
}
