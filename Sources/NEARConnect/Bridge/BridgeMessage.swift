internal import Encodings

/// A call to the page, in the text that goes to its relay.
struct BridgeCall {
  let id: UInt64
  let name: String
  let arguments: JSONObject

  var text: String {
    JSONValue.object(["id": .integer(id), "call": .string(name), "arguments": .object(arguments)])
      .serializedString()
  }
}

/// What the page says, read from the text that came out of its relay.
enum BridgeMessage: Equatable {
  /// The page's script has run; it takes calls.
  case loaded
  /// A call was answered.
  case value(id: UInt64, JSONValue)
  /// A call failed.
  case failure(id: UInt64, WalletFailure)
  /// A call was answered with what cannot be read: too much, too deep, or no text that JSON may have.
  case unreadable(id: UInt64)

  /// The page relays what wallets answer, whatever its size: this much of it is read.
  static let limits = JSONLimits(maxBytes: 16 << 20, maxDepth: 64)

  /// Reads a message; nil for what is none, since a page that says nonsense is not worth a crash or a word.
  init?(_ text: String) {
    guard let value = try? JSONParser.parse(text, limits: Self.limits) else {
      // The page begins every answer with its id, and somebody waits for this one.
      guard let id = Self.id(ofUnread: text) else { return nil }
      self = .unreadable(id: id)
      return
    }
    if value["event"]?.string == "loaded" {
      self = .loaded
    } else if let id = value["id"]?.uint64, let error = value["error"]?.object {
      self = .failure(id: id, WalletFailure(.object(error)))
    } else if let id = value["id"]?.uint64, let answer = value["value"] {
      self = .value(id: id, answer)
    } else {
      return nil
    }
  }

  private static func id(ofUnread text: String) -> UInt64? {
    let start = #"{"id":"#
    guard text.hasPrefix(start) else { return nil }
    let digits = text.dropFirst(start.count).prefix(21).prefix { $0.isASCII && $0.isNumber }
    return UInt64(digits)
  }
}

/// What a wallet, or the library, threw: of whatever kind, its name, its message and its code.
struct WalletFailure: Error, Equatable {
  let name: String
  let message: String
  var code = ""
}
