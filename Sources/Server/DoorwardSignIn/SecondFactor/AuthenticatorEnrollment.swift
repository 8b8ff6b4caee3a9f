import DoorwardSecondFactors
import DoorwardSessions
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An authenticator that the user has not confirmed yet. The client keeps it sealed, and the server stores nothing.
struct AuthenticatorEnrollment {
  /// The id that is spent when the enrollment is confirmed.
  let id: ChallengeID
  let user: User.ID
  /// The session that has begun the enrollment. No other session confirms it.
  let session: Session.ID
  let secret: AuthenticatorSecret
  let expiresAt: Date

  var challenge: AnsweredChallenge { AnsweredChallenge(id: id, expiresAt: expiresAt) }
}

extension AuthenticatorEnrollment {
  private static let purpose = [UInt8]("totp-enrollment".utf8)

  /// The text for the client.
  ///
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  func sealed(under key: DerivedKey) throws -> String {
    let members: JSONObject = [
      "id": .string(Base64URL.encode(id.bytes)), "user": .string(user.text),
      "session": .string(session.text), "secret": .string(Base64URL.encode(secret.bytes)),
      "expires_at": .integer(try StoredTime.milliseconds(expiresAt)),
    ]
    return try key.sealedText(JSONValue.object(members).serialized(), purpose: Self.purpose)
  }

  /// The enrollment of a text that ``sealed(under:)`` made; nil for any other text.
  init?(_ text: String, under key: DerivedKey) {
    guard let bytes = key.opened(text, purpose: Self.purpose), let members = try? JSONParser.parse(bytes),
      let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }), id.count == ChallengeID.length,
      let user = members["user"]?.string.flatMap({ User.ID($0) }),
      let session = members["session"]?.string.flatMap({ Session.ID($0) }),
      let secret = members["secret"]?.string.flatMap({ try? AuthenticatorSecret(Base64URL.decode($0)) }),
      let expiresAt = members["expires_at"]?.int64
    else { return nil }
    self.init(
      id: ChallengeID(bytes: id), user: user, session: session, secret: secret,
      expiresAt: StoredTime.moment(expiresAt))
  }
}
