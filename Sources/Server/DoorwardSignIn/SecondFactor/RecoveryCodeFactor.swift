import DoorwardSecondFactors
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Codes that the user keeps on paper, in case the second factor is lost.
package struct RecoveryCodeFactor: SecondFactor {
  package let name = SignInMethodName.recoveryCode
  /// A code has 50 random bits.
  package let isGuessable = false
  private let secrets: SecondFactorSecrets

  package init(secrets: SecondFactorSecrets) { self.secrets = secrets }

  package func isAvailable(
    after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> Bool {
    guard let user = first.user, try snapshot.hasSecondFactor(user) else { return false }
    return try !snapshot.recoveryCodes(of: user).isEmpty
  }

  package func verify(
    _ proof: SecondFactorProof, of user: User.ID, in request: SecondFactorRequest,
    _ application: Application, at now: Date, _ snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor? {
    guard case .code(let code) = proof,
      let found = try RecoveryCode(typed: code)?.find(
        in: snapshot.recoveryCodes(of: user), under: secrets.recoveryKey, userID: user.text)
    else { return nil }
    return VerifiedSecondFactor(
      proof: SessionProof(identity: nil, method: .recoveryCode, assurance: .secondFactor, provenAt: now)
    ) { transaction, user in try transaction.useRecoveryCode(found.hash, of: user) }
  }
}
