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
    for application: Application, at now: Date, _ snapshot: any StoreReading
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

/// New recovery codes of a user. They replace all earlier ones.
struct RecoveryCodeSet {
  private let codes: [RecoveryCode]

  init(_ random: RandomSource) throws { codes = try RecoveryCode.newSet { try random.bytes($0) } }

  /// The codes that a request makes. A repetition of the request makes the same codes, so the store need not keep the
  /// response with the codes.
  ///
  /// - Parameters:
  ///   - request: the request; nil if it has no `Idempotency-Key`.
  ///   - secrets: the key of the codes.
  ///   - random: the source of codes that are made once.
  /// - Throws: the errors of the random source and of the MAC.
  init(of request: RepeatableRequest?, under secrets: SecondFactorSecrets, _ random: RandomSource) throws {
    let digest = request?.digest("recovery-codes")
    var index: UInt64 = 0
    codes = try RecoveryCode.newSet { count in
      guard let digest else { return try random.bytes(count) }
      index += 1
      return try secrets.bytes(count, for: digest, index: index)
    }
  }

  /// The codes as the user sees them, once.
  var shown: [String] { codes.map(\.shown) }

  /// The hashes that the store keeps.
  func hashes(of user: User.ID, under secrets: SecondFactorSecrets) throws -> [[UInt8]] {
    try codes.map { try $0.hash(under: secrets.recoveryKey, userID: user.text) }
  }
}

extension StoreReading {
  /// Whether a user has these codes, or those of them that are not used yet.
  func has(_ codes: RecoveryCodeSet, _ user: User.ID, under secrets: SecondFactorSecrets) throws -> Bool {
    let stored = try recoveryCodes(of: user)
    return try !stored.isEmpty && Set(stored).isSubset(of: codes.hashes(of: user, under: secrets))
  }
}

extension StoreWriting {
  /// Replaces the recovery codes of a user.
  func set(_ codes: RecoveryCodeSet, of user: User.ID, under secrets: SecondFactorSecrets) throws {
    try setRecoveryCodes(codes.hashes(of: user, under: secrets), of: user)
  }

  /// Gives a user recovery codes, unless the user has some.
  ///
  /// - Returns: whether the user has the new codes.
  func add(_ codes: RecoveryCodeSet, to user: User.ID, under secrets: SecondFactorSecrets) throws -> Bool {
    guard try recoveryCodes(of: user).isEmpty else { return false }
    try set(codes, of: user, under: secrets)
    return true
  }
}
