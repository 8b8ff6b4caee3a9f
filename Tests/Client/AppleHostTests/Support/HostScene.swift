import DoorwardTexts
import Foundation
import WebKit

@testable import NEARConnect

/// A host with a page in a window.
@MainActor final class HostScene {
  let screen = Screen()
  let host: WKBridgeHost
  private(set) var events: [BridgeHostEvent] = []

  static let page = page(Texts(.english))
  static let relayWorld = WKContentWorld.world(name: BridgePage.worldName)

  private let page: BridgePage

  static func page(_ texts: Texts) -> BridgePage {
    BridgePage(
      baseURL: "https://bridge.example/", storeName: "test", nonce: "", appSchemes: [], allowsLoopback: false,
      texts: texts)
  }

  init(isInWindow: Bool = true, texts: Texts = Texts(.english)) {
    page = Self.page(texts)
    host = WKBridgeHost()
    host.navigation = NavigationPolicy(bridgeURL: Self.page.baseURL, links: ["wallet-app://"])
    host.onEvent = { [weak self] event in self?.events.append(event) }
    if isInWindow { screen.show(host.view) }
    load()
  }

  func load() {
    host.load(page)
    host.bridge?.proceed()
  }

  /// The web view of the page.
  var bridge: WKWebView {
    get throws { try required(host.bridge, "the host has no page") }
  }

  var mainFrame: PageFrame {
    get throws { try required(bridge.mainFrame, "the page is not shown") }
  }

  /// Adds the frame of a wallet to the page.
  func walletFrame() throws -> PageFrame { try bridge.addFrame(url("https://wallet.example/executor")) }

  /// Opens a window of a wallet.
  func popup(_ address: String = "https://wallet.example/sign") throws -> WKWebView {
    let window = try required(try walletFrame().open(url(address)), "no window was opened")
    window.proceed()
    return window
  }

  var messages: [String] {
    events.compactMap { if case .message(let text) = $0 { text } else { nil } }
  }
}

struct Missing: Error {
  let reason: String
}

func required<Value>(_ value: Value?, _ reason: String) throws -> Value {
  guard let value else { throw Missing(reason: reason) }
  return value
}

func url(_ text: String) throws -> URL { try required(URL(string: text), text) }

/// Lets other tasks of the main actor run until a condition is true. A limit ends a test that would otherwise
/// hang.
@MainActor func eventually(_ reason: String, _ condition: () -> Bool) async throws {
  for _ in 0..<100_000 {
    if condition() { return }
    await Task.yield()
  }
  throw Missing(reason: "the condition did not become true: \(reason)")
}
