import DoorwardTexts
import Foundation
import Testing
import WebKit

@testable import NEARConnect

// Other tests open links in the same system at the same time, so each test looks for its own link.
@Suite(.serialized) @MainActor struct LinkTests {
  private let scene = HostScene()

  @Test func linkThatNoAppOpensIsReported() async throws {
    Screen.setApps { _ in false }
    let link = try url("wallet-app://sign?id=1")
    #expect(try scene.walletFrame().navigate(to: link).values == [.cancel])
    try await eventually("the user sees an alert") { scene.screen.question != nil }
    #expect(Screen.openedLinks.contains(link))
    #expect(scene.screen.question?.contains("wallet-app") == true)
    scene.screen.press("OK")
  }

  @Test func reportIsInTheLanguageOfThePage() async throws {
    Screen.setApps { _ in false }
    let texts = Texts(try required(Language(tag: "ja"), "no Japanese"))
    let scene = HostScene(texts: texts)
    _ = try scene.walletFrame().navigate(to: try url("wallet-app://sign"))
    try await eventually("the user sees an alert") { scene.screen.question != nil }
    #expect(scene.screen.asker == texts.text("windows.wallets.linkFailed"))
    #expect(
      scene.screen.question == texts.text("windows.wallets.linkFailedText", ["scheme": "wallet-app"]))
    scene.screen.press("OK")
  }

  @Test func linkThatOpensIsNotReported() async throws {
    Screen.setApps { _ in true }
    let link = try url("wallet-app://sign?id=2")
    _ = try scene.walletFrame().navigate(to: link)
    try await eventually("the link is opened") { Screen.openedLinks.contains(link) }
    for _ in 0..<100 { await Task.yield() }
    #expect(scene.screen.question == nil)
  }

  @Test func linkOfAnotherWalletIsNotOpened() async throws {
    Screen.setApps { _ in true }
    let link = try url("other-app://sign")
    _ = try scene.walletFrame().navigate(to: link)
    for _ in 0..<100 { await Task.yield() }
    #expect(!Screen.openedLinks.contains(link))
  }
}
