internal import DoorwardWire
internal import Encodings
public import Foundation

/// A sign-in that waits for a second factor.
///
/// This value proves the first factor. Keep it in memory while the user proves the second. ``methods`` and
/// ``enrollmentMethods`` list the ways to finish the sign-in:
///
/// - An authenticator or a recovery code: ``SecondFactorClient/verify(_:code:by:)``.
/// - ``SecondFactorMethod/passkey``: ``SecondFactorClient/verifyWithPasskey(_:)``.
/// - ``SecondFactorMethod/code``: ``SecondFactorClient/sendCode(_:by:)``, then ``SecondFactorClient/verify(_:code:)``.
/// - A new authenticator: ``SecondFactorClient/enroll(_:)``, then ``SecondFactorClient/finish(_:code:)``.
/// - A new passkey: ``SecondFactorClient/enrollPasskey(_:)``.
public struct SecondFactorChallenge: Sendable {
  /// The methods that finish the sign-in. Empty if the user has none and has to add one.
  public let methods: [SecondFactorMethod]
  /// The methods that the user can add now, if the application requires a second factor and the user has none.
  public let enrollmentMethods: [SecondFactorMethod]
  /// The end of the challenge, by the server's clock.
  public let expiresAt: Date
  let id: String
  /// The secret of the first factor's challenge; nil if the first factor has no challenge.
  let secret: String?
  /// The options of the user's passkeys; nil if the user has none.
  let passkeyOptions: JSONObject?
  /// Whether the user has typed a password.
  let isAfterPassword: Bool

  init?(_ value: JSONValue?, of path: String, secret: String?) {
    guard let id = value?[ChallengeMembers.challengeID]?.string,
      let expiresAt = value?[ChallengeMembers.expiresAt]?.time
    else { return nil }
    self.id = id
    self.secret = secret
    isAfterPassword = WirePath.takesPassword(path)
    passkeyOptions = value?[PasskeyMembers.passkey]?.object
    self.expiresAt = expiresAt
    let methods = { (name: String) in
      (value?[name]?.array ?? []).compactMap(\.string).map(SecondFactorMethod.init)
    }
    self.methods = methods(SecondFactorMembers.methods)
    enrollmentMethods = methods(SecondFactorMembers.enrollmentMethods)
  }

  /// The members of a request that continues the sign-in. A code and an enrollment have their own challenge.
  func members(_ id: String? = nil) -> JSONObject {
    var members: JSONObject = [ProofMembers.challengeID: .string(id ?? self.id)]
    members[ProofMembers.bindingSecret] = secret.map(JSONValue.string)
    return members
  }
}

extension SecondFactorChallenge: CustomStringConvertible, CustomReflectable {
  public var description: String { "SecondFactorChallenge" }
  // The id and the secret prove the first factor.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A kind of second factor. The set is open: a server may offer kinds that this version does not name.
public struct SecondFactorMethod: RawRepresentable, Hashable, Sendable {
  /// The stable name.
  public let rawValue: String

  /// Makes a method from its stable name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A code of the user's authenticator (RFC 6238).
  public static var totp: SecondFactorMethod { SecondFactorMethod(rawValue: "totp") }
  /// A recovery code, which works once.
  public static var recoveryCode: SecondFactorMethod { SecondFactorMethod(rawValue: "recovery_code") }
  /// One of the user's passkeys, see ``SecondFactorClient/verifyWithPasskey(_:)``.
  public static var passkey: SecondFactorMethod { SecondFactorMethod(rawValue: "passkey") }
  /// A code by email or SMS, see ``SecondFactorClient/sendCode(_:by:)``.
  public static var code: SecondFactorMethod { SecondFactorMethod(rawValue: "code") }
}
