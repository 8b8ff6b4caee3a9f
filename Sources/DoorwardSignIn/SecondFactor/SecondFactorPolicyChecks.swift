package import DoorwardSessions
package import DoorwardStore

extension SecondFactorPolicy {
  /// Whether the proofs of a session have the second factor that the policy requires.
  package func isMet(by proofs: [SessionProof]) -> Bool {
    !isRequired
      || proofs.contains { proof in
        switch proof.assurance {
        case .secondFactor: true
        case .secondFactorCode: codeChannels.contains(proof.method == .smsCode ? .sms : .email)
        default: false
        }
      }
  }
}
