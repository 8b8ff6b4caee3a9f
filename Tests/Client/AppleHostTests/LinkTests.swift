import DoorwardTexts
import Foundation
import Testing
import WebKit

@testable import NEARConnect

/// All tests that open a link, one after the other: the system of the tests has one list of opened links.
@Suite(.serialized) @MainActor struct LinkTests {
  private let scene = HostScene()

  @Test func linkThatNoAppOpensIsReported() async throws {
    Screen.setApps { _ in false }
    let link = try url("wallet-app://sign?id=1")
    #expect(try scene.walletFrame().navigate(to: link).values == [.cancel])
    try await eventually("the user sees an alert") { scene.screen.question != nil }
    #expect(Screen.openedLinks == [link])
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
    _ = try scene.walletFrame().navigate(to: try url("wallet-app://sign?id=1"))
    try await eventually("the link is opened") { !Screen.openedLinks.isEmpty }
    for _ in 0..<100 { await Task.yield() }
    #expect(scene.screen.question == nil)
  }

  @Test func linkOfTheBridgePageIsOpenedAndNotNavigatedTo() async throws {
    Screen.setApps { _ in true }
    let link = try url("wallet-app://pay")
    #expect(try scene.mainFrame.navigate(to: link).values == [.cancel])
    try await eventually("the link is opened") { Screen.openedLinks == [link] }
  }

  @Test func linkOfAnotherWalletIsNotOpened() async throws {
    Screen.setApps { _ in true }
    _ = try scene.walletFrame().navigate(to: try url("other-app://sign"))
    for _ in 0..<100 { await Task.yield() }
    #expect(Screen.openedLinks.isEmpty)
  }
}
