package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A challenge for a new passkey. The client keeps it sealed, as `challenge_id`, and the server stores nothing.
///
/// The challenge that the authenticator signs is the SHA-256 of the sealed text, so the options and the text belong
/// together.
package struct PasskeyChallenge: Sendable {
  /// The registrations. A challenge serves no other one.
  package enum Ceremony: String, Sendable {
    /// Makes a passkey for a new user.
    case signUp = "sign_up"
    /// Makes another passkey for the signed-in user.
    case addition
  }

  /// The time that the user has, in seconds. Pages that wait for a passkey in the background ask again before the end.
  package static let lifetime: TimeInterval = StandardLimits.passkeyLifetime

  package let id: ChallengeID
  package let ceremony: Ceremony
  package let applicationID: String
  /// The client that asked for the challenge.
  package let binding: Binding
  /// The user of the passkey, who may not be stored yet.
  package let user: User.ID
  /// The name of a new user.
  package let name: String?
  package let expiresAt: Date

  package init(
    id: ChallengeID, ceremony: Ceremony, applicationID: String, binding: Binding, user: User.ID,
    name: String? = nil, expiresAt: Date
  ) {
    self.id = id
    self.ceremony = ceremony
    self.applicationID = applicationID
    self.binding = binding
    self.user = user
    self.name = name
    self.expiresAt = expiresAt
  }

  /// The challenge that a proof answers.
  package var answered: AnsweredChallenge { AnsweredChallenge(id: id, expiresAt: expiresAt) }
}

/// Makes the text of a ``PasskeyChallenge`` and reads it back.
package struct PasskeyChallengeSeal: Sendable {
  private static let purpose = [UInt8]("passkey-challenge".utf8)

  private let key: DerivedKey
  private let clock: WallClock
  private let random: RandomSource

  package init(key: DerivedKey, clock: WallClock, random: RandomSource) {
    self.key = key
    self.clock = clock
    self.random = random
  }

  /// Issues a challenge.
  ///
  /// - Parameters:
  ///   - ceremony: the ceremony.
  ///   - application: the application.
  ///   - binding: the client.
  ///   - user: the user of the passkey.
  ///   - name: the name of a new user.
  /// - Returns: the text for the client, the bytes that the authenticator signs, and the end of the challenge.
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher and of the random source.
  package func issue(
    _ ceremony: PasskeyChallenge.Ceremony, for application: Application, _ binding: Binding,
    user: User.ID, name: String? = nil
  ) throws -> (text: String, signed: [UInt8], expiresAt: Date) {
    let now = clock.now
    let expiresAt = now.addingTimeInterval(PasskeyChallenge.lifetime)
    var members: JSONObject = [
      "id": .string(Base64URL.encode(try ChallengeID(at: now, random: random).bytes)),
      "ceremony": .string(ceremony.rawValue), "application": .string(application.id),
      "binding": .string(binding.value), "expires_at": .integer(try StoredTime.milliseconds(expiresAt)),
    ]
    members["user"] = .string(user.text)
    members["name"] = name.map(JSONValue.string)
    let text = try key.sealedText(JSONValue.object(members).serialized(), purpose: Self.purpose)
    return (text, Self.signed(text), expiresAt)
  }

  /// The challenge of a text, for a request that may answer it.
  ///
  /// - Parameters:
  ///   - text: `challenge_id` of the request.
  ///   - ceremonies: the ceremonies that the call serves.
  ///   - context: the circumstances of the request.
  /// - Returns: the challenge, and the bytes that the authenticator has to sign.
  /// - Throws: `Problem` 401 `invalid_challenge` or `challenge_expired`.
  package func open(
    _ text: String, for ceremonies: Set<PasskeyChallenge.Ceremony>, in context: ProofContext
  ) throws(Problem) -> (challenge: PasskeyChallenge, signed: [UInt8]) {
    guard let challenge = challenge(text), ceremonies.contains(challenge.ceremony),
      challenge.applicationID == context.application.id, challenge.binding == context.binding,
      context.user == nil || challenge.user == context.user
    else { throw .invalidChallenge }
    guard clock.now < challenge.expiresAt || context.mayRepeat else { throw .challengeExpired }
    return (challenge, Self.signed(text))
  }

  /// The ceremony of a text, before the challenge is checked; nil if the server did not make the text.
  package func ceremony(of text: String) -> PasskeyChallenge.Ceremony? { challenge(text)?.ceremony }

  private func challenge(_ text: String) -> PasskeyChallenge? {
    guard let bytes = key.opened(text, purpose: Self.purpose), let members = try? JSONParser.parse(bytes),
      let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }), id.count == ChallengeID.length,
      let ceremony = members["ceremony"]?.string.flatMap(PasskeyChallenge.Ceremony.init(rawValue:)),
      let application = members["application"]?.string,
      let binding = members["binding"]?.string.flatMap({ try? Binding($0) }),
      let user = members["user"]?.string.flatMap({ User.ID($0) }),
      let expiresAt = members["expires_at"]?.int64
    else { return nil }
    return PasskeyChallenge(
      id: ChallengeID(bytes: id), ceremony: ceremony, applicationID: application, binding: binding,
      user: user, name: members["name"]?.string,
      expiresAt: StoredTime.moment(expiresAt))
  }

  private static func signed(_ text: String) -> [UInt8] { SHA256.hash(Array(text.utf8)) }
}
