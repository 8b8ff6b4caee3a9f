import DoorwardServerRules
import DoorwardStore

extension SignInMethodName {
  /// A code of an authenticator, as `second_factor.methods` names it.
  static let totp = SignInMethodName(rawValue: FactorName.totp)
  /// A recovery code.
  static let recoveryCode = SignInMethodName(rawValue: FactorName.recoveryCode)
  /// A code of an authenticator, as a session names it (RFC 8176).
  static let authenticatorCode = SignInMethodName(rawValue: ProofName.code)
}

extension SessionProof {
  /// Whether a code of an authenticator has given the proof.
  var isOfAuthenticator: Bool {
    identity == nil && method == .authenticatorCode && assurance == .secondFactor
  }
}
