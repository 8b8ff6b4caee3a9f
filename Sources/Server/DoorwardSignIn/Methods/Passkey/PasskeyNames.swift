import DoorwardServerRules
package import DoorwardStore
import DoorwardWire

extension SignInMethodName {
  package static let passkey = SignInMethodName(rawValue: WireMethod.passkey)
}

extension IdentityKey.Kind {
  package static let passkey = IdentityKey.Kind(rawValue: WireIdentity.Kind.passkey)
}

extension Assurance {
  /// A passkey of an authenticator that has not verified the user. It proves possession only.
  static let passkey = Assurance(rawValue: AssuranceName.passkey)
}
