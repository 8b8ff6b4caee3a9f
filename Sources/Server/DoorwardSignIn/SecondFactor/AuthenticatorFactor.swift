import DoorwardSecondFactors
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Codes of the user's authenticators.
package struct AuthenticatorFactor: SecondFactor {
  package let name = SignInMethodName.totp
  private let secrets: SecondFactorSecrets

  package init(secrets: SecondFactorSecrets) { self.secrets = secrets }

  package func isAvailable(
    after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> Bool {
    try first.user.map { try snapshot.secondFactors(of: $0).contains { $0.authenticator != nil } } ?? false
  }

  package func verify(
    _ proof: SecondFactorProof, of user: User.ID, in request: SecondFactorRequest,
    for application: Application, at now: Date, _ snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor? {
    guard case .code(let text) = proof, let code = OneTimeCode(typed: text) else { return nil }
    for factor in try snapshot.secondFactors(of: user) {
      guard let authenticator = factor.authenticator else { continue }
      let secret = try secrets.open(authenticator, of: factor)
      guard let step = try TOTP.standard.verify(code, of: secret, at: now, after: authenticator.lastStep)
      else {
        continue
      }
      return VerifiedSecondFactor(proof: Self.proof(of: factor.id, at: now)) { transaction, _ in
        try transaction.accept(step: step.number, of: factor.id, after: authenticator.lastStep)
      }
    }
    return nil
  }

  static func proof(of factor: SecondFactorRecord.ID, at now: Date) -> SessionProof {
    .ofSecondFactor(factor.text, by: .authenticatorCode, at: now)
  }
}
