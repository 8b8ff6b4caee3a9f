import DoorwardServerRules
package import DoorwardStore

/// The rules by which an application asks for second factors, in addition to those that a user has set up.
package struct SecondFactorPolicy: Sendable, Equatable {
  /// Whether every sign-in needs a second factor. A user without one adds one during the sign-in.
  package let isRequired: Bool
  /// The channels of the codes that users can choose as a second factor. If a second factor is required, codes by them are
  /// also the second factor of a user who has set up none.
  package let codeChannels: [DeliveryChannel]
  /// The channels by which codes are accepted that a user has chosen as a second factor.
  package let chosenChannels: [DeliveryChannel]

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - isRequired: whether every sign-in needs a second factor.
  ///   - codeChannels: the channels that users can choose.
  ///   - chosenChannels: the channels by which chosen codes are accepted; nil for the rule of applications: an application
  ///     that requires a second factor accepts the channels that it lists, and another one accepts all.
  package init(
    isRequired: Bool = false, codeChannels: [DeliveryChannel] = [], chosenChannels: [DeliveryChannel]? = nil
  ) {
    self.isRequired = isRequired
    self.codeChannels = codeChannels
    self.chosenChannels = chosenChannels ?? (isRequired ? codeChannels : DeliveryChannel.allCases)
  }

  /// Whether the proofs of a session have the second factor that the policy requires.
  package func isMet(by proofs: [SessionProof]) -> Bool {
    !isRequired
      || proofs.contains { proof in
        switch proof.assurance {
        case .secondFactor: true
        case .secondFactorCode: chosenChannels.contains { $0.proofName == proof.method }
        default: false
        }
      }
  }

  /// The policy of the hosted page while it signs a user in for another application: both policies hold.
  package func narrowed(to client: SecondFactorPolicy) -> SecondFactorPolicy {
    guard isRequired else { return client }
    guard client.isRequired else { return self }
    return SecondFactorPolicy(
      isRequired: true, codeChannels: codeChannels.filter(client.codeChannels.contains),
      chosenChannels: chosenChannels.filter(client.chosenChannels.contains))
  }
}

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
