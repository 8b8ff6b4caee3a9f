#if os(Linux)
  import DesktopLoops
  import Encodings
  import Foundation
  import XCTest

  @testable import NEARConnect

  /// A bridge page in a real web view. The test sends calls as text and receives answers as text.
  @MainActor final class BridgeUnderTest {
    static let baseURL = "https://near-connect-bridge.local/"
    static let nonce = "dGVzdA"

    let host: GTKBridgeHost
    private(set) var events: [BridgeHostEvent] = []
    private let links = OpenedLinks()
    private var lastID = 0

    init(dataDirectory: String? = nil) {
      host = GTKBridgeHost(dataDirectory: dataDirectory) { [links] in links.addresses.append($0) }
      host.navigation = NavigationPolicy(bridgeURL: Self.baseURL, links: ["testwallet://sign"])
      host.onEvent = { [weak self] in self?.events.append($0) }
    }

    /// The links that were opened with the system.
    var opened: [String] { links.addresses }

    /// The messages of the page.
    var messages: [String] {
      events.compactMap { event in if case .message(let text) = event { text } else { nil } }
    }

    /// Loads the page and waits until its script has run.
    func load(storeName: String = "test", baseURL: String = BridgeUnderTest.baseURL) async throws {
      let before = messages.count
      host.load(
        BridgePage(
          baseURL: baseURL, storeName: storeName, nonce: Self.nonce, appSchemes: ["testwallet"],
          allowsLoopback: true))
      try await eventually("loaded") { [self] in messages.dropFirst(before).contains(#"{"event":"loaded"}"#) }
    }

    /// Loads the page and starts it with a script as the library. The functions that the script adds to
    /// `commands` can be run with ``run(_:_:)``.
    func start(_ script: String = "", storeName: String = "test") async throws {
      try await load(storeName: storeName)
      _ = try await call(
        "start",
        [
          "library": ["source": .string(Self.library + script)], "nonce": .string(Self.nonce),
          "options": ["network": "testnet"],
        ])
    }

    private static let library = """
      window.commands = { echo: (text) => text };
      window.HOTConnect = { NearConnector: class {
        async wallet(name) {
          return { signMessage: async ({ message }) => ({ value: await window.commands[name](message) }) };
        }
      } };

      """

    /// Runs a command of the script in the page's script world.
    @discardableResult
    func run(_ command: String, _ text: String = "") async throws -> JSONValue? {
      try await call(
        "signMessage",
        [
          "walletId": .string(command), "signerId": "test.near",
          "messageParams": ["message": .string(text), "recipient": "test", "nonce": "AAAA"],
        ])["value"]
    }

    /// Sends a call and waits for its answer.
    func call(_ name: String, _ arguments: JSONObject) async throws -> JSONValue {
      lastID += 1
      let id = UInt64(lastID)
      let before = messages.count
      host.post(BridgeCall(id: id, name: name, arguments: arguments).text)
      var answer: BridgeMessage?
      try await eventually("the answer to \(name)") { [self] in
        answer = messages.dropFirst(before).lazy.compactMap { BridgeMessage($0) }.first { message in
          switch message {
          case .value(id, _), .failure(id, _): true
          default: false
          }
        }
        return answer != nil
      }
      switch answer {
      case .value(_, let value): return value
      case .failure(_, let failure): throw failure
      default: throw NEARError.timedOut
      }
    }
  }

  @MainActor private final class OpenedLinks {
    var addresses: [String] = []
  }
#endif
