import Encodings
import NEARConnect

/// A host without a web view. A closure gives the answers of the page.
@MainActor final class TestHost: BridgeHost {
  enum Reply {
    case value(JSONValue)
    case failure(String)
    case thrown(JSONValue)
    case nothing
  }

  var onEvent: (@MainActor (BridgeHostEvent) -> Void)?
  var navigation = NavigationPolicy(bridgeURL: "https://near-connect-bridge.local/")
  var transports: Set<WalletTransport> = []
  var loads: [BridgePage] = []
  var closedPopups = 0
  var calls: [(id: UInt64, name: String, arguments: JSONValue)] = []
  var reply: @MainActor (_ call: String, _ arguments: JSONValue) -> Reply = { _, _ in .value(.null) }

  func load(_ page: BridgePage) {
    loads.append(page)
    isBlocked = false
    onEvent?(.message(#"{"event":"loaded"}"#))
  }

  func closePopups() { closedPopups += 1 }

  /// Whether the page runs no scripts, so that it neither receives nor sends messages. Each new page runs
  /// scripts.
  var isBlocked = false
  /// Whether the system suspends the page.
  var isSuspended = false
  /// The number of heartbeat questions to the page.
  private(set) var beats = 0
  /// Whether each wallet waits for the user.
  var asksUser = true
  /// Whether the user can see the page.
  var presentsPage = false

  func post(_ text: String) {
    guard !isBlocked, let call = try? JSONParser.parse(text), let id = call["id"]?.uint64,
      let name = call["call"]?.string
    else { return }
    guard name != "beat" else {
      beats += 1
      return send(["id": .integer(id), "value": .null])
    }
    calls.append((id, name, call["arguments"] ?? .null))
    if asksUser, name.hasPrefix("sign"), name != "signOut" {
      send(["event": "stage", "id": .integer(id), "stage": "asking"])
    }
    switch reply(name, call["arguments"] ?? .null) {
    case .value(let value): send(["id": .integer(id), "value": value])
    case .failure(let message):
      send(["id": .integer(id), "error": ["name": "Error", "message": .string(message)]])
    case .thrown(let error): send(["id": .integer(id), "error": error])
    case .nothing: break
    }
  }

  func send(_ message: JSONValue) { onEvent?(.message(message.serializedString())) }

  func waiting(_ name: String) -> UInt64? { calls.last { $0.name == name }?.id }
}
