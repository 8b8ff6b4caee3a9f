internal import Encodings
internal import NEAR

/// Parses the answers of wallets, which use many formats.
///
/// The formats are documented, but some wallets answer with JSON in a string, with an additional object around
/// the answer, or with bytes. The parser accepts all of them, because every answer is verified afterwards.
struct WalletAnswer {
  let value: JSONValue

  init(_ value: JSONValue) { self.value = Self.unwrapped(value, depth: 3) }

  /// Parses JSON in a string, and removes an object that contains only the answer.
  private static func unwrapped(_ value: JSONValue, depth: Int) -> JSONValue {
    guard depth > 0 else { return value }
    if let text = value.string, let first = text.utf8.first,
      first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let parsed = try? JSONParser.parse(text, limits: BridgeMessage.limits)
    {
      return unwrapped(parsed, depth: depth - 1)
    }
    if let object = value.object {
      for name in ["signedMessage", "signedRequest", "payload", "result"] {
        guard let inner = object[name],
          inner.object != nil || inner.array != nil || inner.string?.first == "{",
          object["signature"] == nil, object["accountId"] == nil || name == "signedMessage"
        else { continue }
        return unwrapped(inner, depth: depth - 1)
      }
    }
    return value
  }

  /// The elements of an array; any other value is a single element.
  var elements: [JSONValue] {
    if let array = value.array { return array }
    return value.isNull ? [] : [value]
  }

  /// The first of the named members that is a string and not empty.
  static func text(_ object: JSONObject, _ names: String...) -> String? {
    for name in names {
      if let text = object[name]?.string, !text.isEmpty { return text }
    }
    return nil
  }

  /// Decodes bytes from base64 of either alphabet, an array of numbers, or the JSON that `JSON.stringify`
  /// creates for a buffer.
  static func bytes(_ value: JSONValue) -> [UInt8]? {
    switch value {
    case .string(let text): return base64(text)
    case .array(let numbers):
      guard numbers.count <= 1 << 20 else { return nil }
      let bytes = numbers.compactMap { $0.uint64.flatMap { UInt8(exactly: $0) } }
      return bytes.count == numbers.count ? bytes : nil
    case .object(let object):
      if let data = object["data"] { return data.object == nil ? bytes(data) : nil }
      // A typed array, serialized as an object with the indices as names.
      guard !object.isEmpty, object.count <= 4096 else { return nil }
      let numbers = (0..<object.count).compactMap {
        object[String($0)]?.uint64.flatMap { UInt8(exactly: $0) }
      }
      return numbers.count == object.count ? numbers : nil
    default: return nil
    }
  }

  static func base64(_ text: String) -> [UInt8]? {
    (try? Base64.decode(text)) ?? (try? Base64URL.decode(String(text.prefix { $0 != "=" })))
  }
}

/// A wallet's answer to a connection: accounts, and optionally a signed message.
struct AccountsAnswer {
  let account: NEARAccount
  /// The message that the wallet signed in the same approval, not parsed yet.
  let signedMessage: JSONValue?

  /// Parses the first account of an answer. Wallets with several accounts put the chosen one first.
  init(_ value: JSONValue, walletId: String) throws(NEARError) {
    let answer = WalletAnswer(value)
    let list = answer.value["accounts"].map { WalletAnswer($0) } ?? answer
    guard let first = list.elements.first else {
      throw .malformedAnswer("it names no account")
    }
    let object = first.object ?? [:]
    guard let text = first.string ?? WalletAnswer.text(object, "accountId", "account_id", "accountID", "id"),
      let accountId = try? NEARAccountID(parsing: text)
    else { throw .malformedAnswer("it names no account") }
    let key = WalletAnswer.text(object, "publicKey", "public_key").flatMap { try? NEARPublicKey(parsing: $0) }
    account = NEARAccount(
      accountId: accountId.description, publicKey: key?.description, walletId: walletId)
    signedMessage = object["signedMessage"] ?? (object["signature"] == nil ? nil : first)
  }
}
