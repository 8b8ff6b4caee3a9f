import DoorwardStore

extension SignInMethodName {
  /// A code of an authenticator, as `second_factor.methods` names it.
  static let totp = SignInMethodName(rawValue: "totp")
  /// A recovery code.
  static let recoveryCode = SignInMethodName(rawValue: "recovery_code")
  /// A code of an authenticator, as a session names it (RFC 8176).
  static let authenticatorCode = SignInMethodName(rawValue: "otp")
}

extension SessionProof {
  /// Whether a code of an authenticator has given the proof.
  var isOfAuthenticator: Bool {
    identity == nil && method == .authenticatorCode && assurance == .secondFactor
  }
}
