import DoorwardServerRules
package import DoorwardStore
import DoorwardWire

extension SignInMethodName {
  /// One-time codes, as an application offers them.
  package static let code = SignInMethodName(rawValue: WireMethod.code)
}

extension Assurance {
  /// A code by email. NIST SP 800-63B-4 §3.1.3.1 does not count a mailbox as a factor.
  static let emailCode = Assurance(rawValue: AssuranceName.emailCode)
  /// A code by SMS, a restricted authenticator of NIST SP 800-63B-4 §3.2.9.
  static let smsCode = Assurance(rawValue: AssuranceName.smsCode)
}
