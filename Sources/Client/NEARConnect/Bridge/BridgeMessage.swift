internal import Encodings

/// A call to the page, as the text that is sent to its relay.
struct BridgeCall {
  let id: UInt64
  let name: String
  let arguments: JSONObject

  var text: String {
    JSONValue.object(["id": .integer(id), "call": .string(name), "arguments": .object(arguments)])
      .serializedString()
  }
}

/// A message from the page, parsed from the text that its relay sent.
enum BridgeMessage: Equatable {
  /// The page's script has run, and the page accepts calls.
  case loaded
  /// The answer to a call.
  case value(id: UInt64, JSONValue)
  /// The error of a call.
  case failure(id: UInt64, WalletFailure)
  /// An answer that could not be parsed: it is too long, nested too deeply, or not valid JSON.
  case unreadable(id: UInt64)
  /// The progress of a call.
  case stage(id: UInt64, CallStage)
  /// The code of the wallet could not be loaded or started. The page offers to retry until the call is
  /// withdrawn.
  case unavailable(id: UInt64, reason: String)

  /// The page relays answers of wallets of any size; larger or deeper answers are not parsed.
  static let limits = JSONLimits(maxBytes: 16 << 20, maxDepth: 64)

  /// Parses a message; nil if the text is not a message. A malformed message is ignored because the page is not
  /// trusted.
  init?(_ text: String) {
    guard let value = try? JSONParser.parse(text, limits: Self.limits) else {
      // The page begins every answer with its id, so the waiting call can end with an error.
      guard let id = Self.id(ofUnread: text) else { return nil }
      self = .unreadable(id: id)
      return
    }
    if let event = value["event"]?.string {
      self.init(event: event, value)
    } else if let id = value["id"]?.uint64, let error = value["error"] {
      self = .failure(id: id, WalletFailure(error))
    } else if let id = value["id"]?.uint64, let answer = value["value"] {
      self = .value(id: id, answer)
    } else {
      return nil
    }
  }

  private init?(event: String, _ value: JSONValue) {
    let id = value["id"]?.uint64
    switch event {
    case "loaded": self = .loaded
    case "stage":
      guard let id, let stage = value["stage"]?.string.flatMap(CallStage.init) else { return nil }
      self = .stage(id: id, stage)
    case "unavailable":
      guard let id else { return nil }
      self = .unavailable(id: id, reason: value["reason"]?.string ?? "")
    default: return nil
    }
  }

  private static func id(ofUnread text: String) -> UInt64? {
    let start = #"{"id":"#
    guard text.hasPrefix(start) else { return nil }
    let digits = text.dropFirst(start.count).prefix(21).prefix { $0.isASCII && $0.isNumber }
    return UInt64(digits)
  }
}

/// An error that a wallet or the library threw: its name, its message and its code.
struct WalletFailure: Error, Equatable {
  let name: String
  let message: String
  var code = ""
}

/// The progress of a call to a wallet, as the page reports it.
enum CallStage: String, Sendable {
  /// The page has started the call and fetches the code of the wallet.
  case began
  /// The code of the wallet is loaded and starts.
  case starting
  /// The wallet has received the request.
  case running
  /// The wallet shows its UI in the page, or the page shows the list of wallets.
  case asking
  /// The wallet has opened a window.
  case window
  /// The wallet has opened an app.
  case app

  /// Whether the call waits for the user.
  var needsUser: Bool {
    switch self {
    case .asking, .window, .app: true
    case .began, .starting, .running: false
    }
  }
}
