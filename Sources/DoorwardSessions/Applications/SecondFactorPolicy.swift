package import DoorwardStore

/// The rules by which an application asks for second factors, in addition to those that a user has set up.
package struct SecondFactorPolicy: Sendable, Equatable {
  /// Whether every sign-in needs a second factor. A user without one adds one during the sign-in.
  package var isRequired: Bool
  /// The channels of the codes that users can choose as a second factor. If a second factor is required, they are also the
  /// only ones accepted, and the second factor of a user who has set up none.
  package var codeChannels: [DeliveryChannel]

  package init(isRequired: Bool = false, codeChannels: [DeliveryChannel] = []) {
    self.isRequired = isRequired
    self.codeChannels = codeChannels
  }

  /// Whether the proofs of a session have the second factor that the policy requires.
  package func isMet(by proofs: [SessionProof]) -> Bool {
    !isRequired
      || proofs.contains { proof in
        switch proof.assurance {
        case .secondFactor: true
        case .secondFactorCode: codeChannels.contains { $0.proofName == proof.method }
        default: false
        }
      }
  }

  /// The policy of the hosted page while it signs a user in for another application: both policies hold.
  package func narrowed(to client: SecondFactorPolicy) -> SecondFactorPolicy {
    guard isRequired else { return client }
    guard client.isRequired else { return self }
    return SecondFactorPolicy(
      isRequired: true, codeChannels: codeChannels.filter(client.codeChannels.contains))
  }
}
