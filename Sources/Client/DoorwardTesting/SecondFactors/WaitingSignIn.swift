import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// A sign-in that waits for a second factor.
struct WaitingSignIn: Sendable {
  /// A secret that the server has made for the second step.
  enum Secret: Sendable {
    /// The code that was sent, and its channel.
    case code(OneTimeCode, method: String, expiresAt: Date)
    /// The secret of an authenticator that the user adds.
    case authenticator([UInt8])
    /// The user of a passkey that the user adds, who may not exist yet.
    case passkey(user: String)
  }

  let proven: AccountBook.Proven
  /// The identity that the first factor has proven, with its user; nil for a new user.
  let identity: Identity?
  /// The client that answered the challenge of the first factor; nil for a factor without a challenge.
  let binding: WireBinding?
  /// The password that the user gets with the second factor.
  let newPassword: String?
  /// The factors that the user can prove.
  let methods: [String]
  /// The factors of which the user must add one, because the application requires a second factor and the user has none.
  let enrollmentMethods: [String]
  /// The time of the first factor, in the order of codes and changes. It identifies the sign-in.
  let number: Int
  let expiresAt: Date
  var secret: Secret?
  /// The bytes that a passkey signs as the second factor.
  let passkeyChallenge = randomBytes(32)

  var needsEnrollment: Bool { !enrollmentMethods.isEmpty }

  /// The member `second_factor` of the refusal of the first factor.
  func json(_ challenge: String, passkeys options: JSONObject?) -> JSONObject {
    var member: JSONObject = [
      ChallengeMembers.challengeID: .string(challenge), SecondFactorMembers.methods: .strings(methods),
      ChallengeMembers.expiresAt: .time(expiresAt),
    ]
    if needsEnrollment { member[SecondFactorMembers.enrollmentMethods] = .strings(enrollmentMethods) }
    member[PasskeyMembers.passkey] = options.map(JSONValue.object)
    return member
  }
}

extension SecondFactorBook {
  /// Stores a waiting sign-in and returns its challenge.
  mutating func insert(_ waiting: WaitingSignIn) -> String {
    let id = "\(newID())\(newID())"
    self.waiting[id] = waiting
    return id
  }
}
