package import DoorwardStore

extension SignInMethodName {
  package static let passkey = SignInMethodName(rawValue: "passkey")
}

extension IdentityKey.Kind {
  package static let passkey = IdentityKey.Kind(rawValue: "passkey")
}

extension Assurance {
  /// A passkey of an authenticator that has not verified the user. It proves possession only.
  static let passkey = Assurance(rawValue: "urn:doorward:acr:passkey")
}
