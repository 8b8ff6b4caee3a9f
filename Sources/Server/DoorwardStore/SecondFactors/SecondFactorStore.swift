/// Queries about second factors.
package protocol SecondFactorReading {
  /// The second factors of a user, oldest first.
  func secondFactors(of user: User.ID) throws -> [SecondFactorRecord]
  /// Whether a user has a second factor, which may be an identity.
  func hasSecondFactor(_ user: User.ID) throws -> Bool
  /// The hashes of the recovery codes that a user has not used.
  func recoveryCodes(of user: User.ID) throws -> [[UInt8]]
}

/// Changes of second factors.
package protocol SecondFactorWriting: SecondFactorReading {
  /// Adds a second factor to a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken or the identity is a second factor already,
  ///   ``StoreError/Code/missing`` if there is no such user or identity.
  func insert(_ factor: SecondFactorRecord) throws
  /// Replaces the last accepted time step of an authenticator.
  ///
  /// - Parameters:
  ///   - step: the accepted step.
  ///   - factor: the factor.
  ///   - last: the last accepted step that the code was verified against.
  /// - Returns: false if the factor has another last step, or was removed. Then nothing changes.
  /// - Throws: ``StoreError``.
  func accept(step: Int64, of factor: SecondFactorRecord.ID, after last: Int64) throws -> Bool
  /// Removes a second factor.
  func delete(_ factor: SecondFactorRecord) throws
  /// Replaces all recovery codes of a user.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func setRecoveryCodes(_ hashes: [[UInt8]], of user: User.ID) throws
  /// Removes a recovery code.
  ///
  /// - Returns: false if the user does not have it.
  /// - Throws: ``StoreError``.
  func useRecoveryCode(_ hash: [UInt8], of user: User.ID) throws -> Bool
}
