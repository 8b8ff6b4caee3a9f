import Foundation
import Testing
import WebKit

@testable import NEARConnect

@MainActor struct RelayTests {
  private let scene = HostScene()

  @Test func relayForwardsTexts() throws {
    let frame = try scene.mainFrame
    #expect(frame.post("hello", to: BridgePage.handlerName, in: HostScene.relayWorld))
    #expect(scene.messages == ["hello"])
  }

  @Test func handlerIsInWorldOfRelayOnly() throws {
    let frame = try scene.mainFrame
    #expect(!frame.post("forged", to: BridgePage.handlerName, in: .page))
    #expect(!frame.post("forged", to: BridgePage.handlerName, in: .world(name: "another")))
    #expect(scene.messages == [])
  }

  @Test func frameCannotSendMessages() throws {
    let frame = try scene.bridge.addFrame(url(HostScene.page.baseURL))
    _ = frame.post("forged", to: BridgePage.handlerName, in: HostScene.relayWorld)
    #expect(scene.messages == [])
  }

  @Test func anotherOriginCannotSendMessages() throws {
    let bridge = try scene.bridge
    bridge.replacePage(try url("https://bridge.example:8443/"))
    _ = bridge.mainFrame?.post("forged", to: BridgePage.handlerName, in: HostScene.relayWorld)
    #expect(scene.messages == [])
  }

  @Test func replacedPageCannotSendMessages() throws {
    let before = try scene.mainFrame
    scene.load()
    _ = before.post("late", to: BridgePage.handlerName, in: HostScene.relayWorld)
    #expect(scene.messages == [])
  }

  @Test func onlyTextsAreAccepted() throws {
    _ = try scene.mainFrame.post(["text": "hello"], to: BridgePage.handlerName, in: HostScene.relayWorld)
    #expect(scene.messages == [])
  }

  @Test func scriptsRunInMainFrameEachInItsWorld() throws {
    let scripts = try scene.mainFrame.scripts
    #expect(scripts.filter { $0.text == HostScene.page.relayScript }.map(\.world) == [HostScene.relayWorld])
    #expect(scripts.filter { $0.text == HostScene.page.pageScript }.map(\.world) == [.page])
    #expect(try scene.walletFrame().scripts.isEmpty)
  }

  @Test func postedTextIsArgumentAndNotSource() throws {
    let texts = [#"{"id":1}"#, "'); window.webkit.messageHandlers.nearConnect.postMessage('x"]
    for text in texts { scene.host.post(text) }
    let calls = try scene.bridge.scriptCalls
    #expect(calls.map { $0.arguments["text"] as? String } == texts)
    #expect(Set(calls.map(\.functionBody)) == ["\(BridgePage.receiveFunction)(text)"])
    #expect(calls.allSatisfy { $0.world === HostScene.relayWorld && $0.isInMainFrame })
  }

  @Test func pageHasItsOwnStorage() throws {
    #expect(try scene.bridge.storeIdentifier == HostScene.page.storeIdentifier)
  }
}
