package import DoorwardCiphers
internal import DoorwardOpenSSL
import DoorwardStore
import Encodings

/// The part of a message that is encrypted in the store: the language and the values.
enum SealedContent {
  /// Encrypts the content of a message.
  static func seal(_ message: OutgoingMessage, _ seal: MessageSeal) throws -> [UInt8] {
    let values = JSONObject(message.values.byName.map { ($0, JSONValue.string($1)) })
    let content: JSONValue = [
      "language": .string(message.language), "values": .object(values),
      "handling": .string(message.handling.rawValue),
    ]
    return try seal.seal(content.serialized(), try SealPurpose(message).bytes)
  }

  /// Decrypts a message that waits.
  ///
  /// - Throws: an error without details if the row was changed, was sealed under another key, or has a kind of message
  ///   that this server does not know.
  static func open(_ queued: QueuedMessage, _ seal: MessageSeal) throws -> OutgoingMessage {
    guard let sealed = queued.sealedContent, let kind = MessageKind(rawValue: queued.kind) else {
      throw Unreadable()
    }
    let bytes = try seal.open(sealed, try SealPurpose(queued).bytes)
    let reader = try JSONObjectReader(JSONParser.parse(bytes))
    var parameters: [MessageParameter: String] = [:]
    for (name, value) in try reader.requiredObject("values").object {
      guard let parameter = MessageParameter(rawValue: name), let text = value.string else {
        throw Unreadable()
      }
      parameters[parameter] = text
    }
    guard let handling = OutgoingMessage.Handling(rawValue: try reader.requiredString("handling")) else {
      throw Unreadable()
    }
    return try OutgoingMessage(
      id: queued.id, kind, to: Recipient(queued.channel, queued.recipient),
      applicationID: queued.applicationID, userID: queued.userID, challengeID: queued.challengeID,
      language: try reader.requiredString("language"),
      parameters: parameters, createdAt: queued.createdAt, expiresAt: queued.expiresAt,
      handling: handling)
  }

  /// The content cannot be read.
  struct Unreadable: Error {}
}

/// Encrypts the contents of waiting messages.
///
/// The caller provides the key, for example with `DerivedKey.seal(_:purpose:)` and `DerivedKey.open(_:purpose:)`.
package struct MessageSeal: Sendable {
  /// Encrypts bytes for a purpose.
  let seal: @Sendable (_ content: [UInt8], _ purpose: [UInt8]) throws -> [UInt8]
  /// Decrypts bytes that were encrypted for the same purpose.
  let open: @Sendable (_ sealed: [UInt8], _ purpose: [UInt8]) throws -> [UInt8]

  /// Makes a seal of two functions of authenticated encryption.
  package init(
    seal: @escaping @Sendable (_ content: [UInt8], _ purpose: [UInt8]) throws -> [UInt8],
    open: @escaping @Sendable (_ sealed: [UInt8], _ purpose: [UInt8]) throws -> [UInt8]
  ) {
    self.seal = seal
    self.open = open
  }

  /// Makes a seal of a key.
  package init(_ key: AES256GCMKey) {
    self.init(
      seal: { try key.seal($0, purpose: $1) },
      open: { try key.open($0, purpose: $1) })
  }
}
