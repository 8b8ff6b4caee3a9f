import DoorwardSecondFactors
import DoorwardSessions
import DoorwardStore

/// New recovery codes of a user. They replace all earlier ones.
struct RecoveryCodeSet {
  private let codes: [RecoveryCode]

  init(_ random: RandomSource) throws { codes = try RecoveryCode.newSet { try random.bytes($0) } }

  /// The codes as the user sees them, once.
  var shown: [String] { codes.map(\.shown) }

  /// The hashes that the store keeps.
  func hashes(of user: User.ID, under secrets: SecondFactorSecrets) throws -> [[UInt8]] {
    try codes.map { try $0.hash(under: secrets.recoveryKey, userID: user.text) }
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
