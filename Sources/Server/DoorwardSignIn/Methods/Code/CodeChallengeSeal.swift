import DoorwardDelivery
import DoorwardHTTP
import DoorwardIdentifiers
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// Makes the text of a ``CodeChallenge`` and reads it back.
package struct CodeChallengeSeal: Sendable {
  /// The length of the sealed text. It is the same for every challenge, so that it does not show whether the address
  /// belongs to a user. The longest challenge, a sign-up with the longest name, has about 1900 bytes.
  private static let length = 2048
  private static let purpose = [UInt8]("code-challenge".utf8)

  private let key: DerivedKey

  package init(key: DerivedKey) { self.key = key }

  /// The text for the client. It has a fixed length unless `isShort`, for a challenge that goes to the address itself.
  ///
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  package func text(of challenge: CodeChallenge, isShort: Bool = false) throws -> String {
    var members: JSONObject = [
      "id": .string(Base64URL.encode(challenge.id.bytes)), "purpose": .string(challenge.purpose.rawValue),
      "application": .string(challenge.applicationID), "code": .string(challenge.code.text),
      "identifier_kind": .string(challenge.identifier.kind.rawValue),
      "identifier": .string(challenge.identifier.identifier),
      "expires_at": .integer(try StoredTime.milliseconds(challenge.expiresAt)),
    ]
    if let recipient = challenge.recipient {
      members["channel"] = .string(recipient.channel.rawValue)
      members["recipient"] = .string(recipient.text)
    }
    members["binding"] = (challenge.binding?.value).map(JSONValue.string)
    members["link"] = (challenge.link?.text).map(JSONValue.string)
    members["user"] = (challenge.user?.text).map(JSONValue.string)
    members["new_user"] = challenge.signUp?.json
    var bytes = JSONValue.object(members).serialized()
    // JSON may end with white space.
    guard bytes.count <= Self.length else { throw Problem.challengeTooLong }
    if !isShort { bytes += [UInt8](repeating: 0x20, count: Self.length - bytes.count) }
    return try key.sealedText(bytes, purpose: Self.purpose)
  }

  /// The challenge of a text that this server made; nil for any other text.
  package func challenge(_ text: String) -> CodeChallenge? {
    guard let bytes = key.opened(text, purpose: Self.purpose), let members = try? JSONParser.parse(bytes),
      let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }), id.count == ChallengeID.length,
      let purpose = members["purpose"]?.string.flatMap(CodeChallenge.Purpose.init(rawValue:)),
      let kind = members["identifier_kind"]?.string, let identifier = members["identifier"]?.string,
      let application = members["application"]?.string,
      let code = members["code"]?.string.flatMap({ OneTimeCode(typed: $0) }),
      let expiresAt = members["expires_at"]?.int64
    else { return nil }
    var recipient: Recipient?
    if let channel = members["channel"]?.string.flatMap(DeliveryChannel.init(rawValue:)),
      let address = members["recipient"]?.string
    {
      recipient = try? Recipient(channel, address)
    }
    return CodeChallenge(
      id: ChallengeID(bytes: id), purpose: purpose,
      identifier: IdentityKey(kind: IdentityKey.Kind(rawValue: kind), identifier: identifier),
      recipient: recipient, applicationID: application,
      binding: members["binding"]?.string.flatMap { try? Binding($0) },
      user: members["user"]?.string.flatMap { User.ID($0) }, code: code,
      link: members["link"]?.string.flatMap { CodeLink($0) },
      expiresAt: StoredTime.moment(expiresAt),
      signUp: members["new_user"].flatMap { SignUpValues($0) })
  }
}

extension Problem {
  /// 422: the identifiers are longer than a challenge can hold.
  fileprivate static var challengeTooLong: Problem {
    Problem(
      status: 422, code: WireCode.identifierTooLong,
      detail: "The name or the address is too long. Shorten it.")
  }
}
