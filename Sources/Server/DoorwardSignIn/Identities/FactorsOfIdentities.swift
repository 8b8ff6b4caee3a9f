import DoorwardStore

/// The second factors and recovery codes of a user whose identities change.
extension StoreWriting {
  /// Makes a new address of a user the second factor in the place of the address that it replaces.
  func moveSecondFactor(of user: User.ID, from old: Identity.ID, to new: Identity.ID) throws {
    for factor in try secondFactors(of: user) {
      guard case .identity(old, let method) = factor.kind else { continue }
      try delete(factor)
      try insert(
        SecondFactorRecord(
          id: factor.id, userID: user, kind: .identity(new, by: method), createdAt: factor.createdAt))
    }
  }

  /// Removes the recovery codes of a user who has no second factor any more.
  ///
  /// - Returns: whether the user has a second factor.
  @discardableResult func removeRecoveryCodesWithoutFactor(of user: User.ID) throws -> Bool {
    let hasFactor = try hasSecondFactor(user)
    if !hasFactor { try setRecoveryCodes([], of: user) }
    return hasFactor
  }
}
