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
