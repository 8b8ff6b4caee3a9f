import Encodings
import NEARConnect

/// A host without a web view: what the page would do is a closure.
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
    onEvent?(.message(#"{"event":"loaded"}"#))
  }

  func closePopups() { closedPopups += 1 }

  func post(_ text: String) {
    guard let call = try? JSONParser.parse(text), let id = call["id"]?.uint64, let name = call["call"]?.string
    else { return }
    calls.append((id, name, call["arguments"] ?? .null))
    switch reply(name, call["arguments"] ?? .null) {
    case .value(let value): say(["id": .integer(id), "value": value])
    case .failure(let message):
      say(["id": .integer(id), "error": ["name": "Error", "message": .string(message)]])
    case .thrown(let error): say(["id": .integer(id), "error": error])
    case .nothing: break
    }
  }

  func say(_ message: JSONValue) { onEvent?(.message(message.serializedString())) }

  func waiting(_ name: String) -> UInt64? { calls.last { $0.name == name }?.id }
}
