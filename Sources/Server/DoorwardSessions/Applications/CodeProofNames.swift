import DoorwardServerRules
package import DoorwardStore

extension SignInMethodName {
  /// A code by email, as a session names it (RFC 8176).
  package static let emailCode = SignInMethodName(rawValue: ProofName.code)
  /// A code by SMS, as a session names it (RFC 8176).
  package static let smsCode = SignInMethodName(rawValue: ProofName.smsCode)
}

extension DeliveryChannel {
  /// The name of a proof by a code of this channel.
  package var proofName: SignInMethodName { self == .email ? .emailCode : .smsCode }
}

extension SecondFactorRecord {
  /// The channel of the codes that are the factor; nil for another kind of factor.
  package var codeChannel: DeliveryChannel? {
    guard case .identity(_, let method) = kind else { return nil }
    return DeliveryChannel.allCases.first { $0.proofName == method }
  }
}
