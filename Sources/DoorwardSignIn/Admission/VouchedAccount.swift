import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts that a backend has made.
///
/// The backend vouches for the identities of the account, and may know its password. The first user who proves one of the
/// identities is its owner. Everything else in the account may be the work of another party, so it ends (threat 10).
extension StoreWriting {
  /// Gives the account to the user who has proven a vouched identity.
  ///
  /// The identity, the profile and the user's data stay. Other identities, the password, second factors, sessions, and what
  /// was granted to applications end. The data that backends keep with a grant wait for a new grant.
  ///
  /// - Parameters:
  ///   - identity: the proven identity, as the store has it.
  ///   - session: the session in which the user has proven the address; nil for a sign-in.
  ///   - application: the application whose grant stays, because the user is signing in to it or has signed in to it.
  ///   - now: the time of the proof.
  /// - Returns: the identity as it is now. It does not change if it was not vouched for.
  /// - Throws: ``StoreError``.
  func claim(
    _ identity: Identity, keeping session: Session.ID?, for application: String, at now: Date
  ) throws -> Identity {
    guard identity.isVouched, let user = try user(identity.userID) else { return identity }
    var claimed = identity
    claimed.isVouched = false
    claimed.verifiedAt = now
    try confirm(claimed)
    try endSessions(of: user.id, except: session, because: .secured, at: now)
    if user.hasPassword { try setPasswordHash(nil, of: user.id) }
    for factor in try secondFactors(of: user.id) { try deleteSecondFactor(factor.id) }
    try setRecoveryCodes([], of: user.id)
    for other in try identities(of: user.id) where other.id != identity.id { try remove(other, at: now) }
    try suspendGrants(of: user.id, except: application)
    if let session, var kept = try lockedSession(session) {
      kept.withdrawSecondFactor()
      try update(kept)
    }
    // What was sent or proven before is void. The proof that claims the account is of this moment, and may still wait for a
    // second factor.
    try secure(user.id, at: now.addingTimeInterval(-0.001))
    return claimed
  }

  /// Takes a vouched identity from the account that a backend has made, because its owner has proven it in another account.
  /// Nobody could prove an account without an identity, so such an account is deleted.
  ///
  /// - Throws: ``StoreError``.
  func release(_ identity: Identity, at now: Date) throws {
    guard try identities(of: identity.userID).count > 1 else { return try deleteUser(identity.userID) }
    try remove(identity, at: now)
  }
}
