import DoorwardHTTP
import DoorwardSessions
import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts that a backend has made.
///
/// The backend vouches for the identities of the account, and may know its password. The first user who proves an identity is
/// the owner of the account. Everything else in it may be the work of another party, so it ends (threat 10).
extension StoreWriting {
  /// Gives an account to the user who has proven an identity, if a backend has vouched for the account.
  ///
  /// The identity, the profile and the user's data stay. Other identities, the password, second factors, sessions, bans of
  /// applications, and what was granted to applications end. The data that backends keep with a grant wait for a new grant.
  ///
  /// - Parameters:
  ///   - identity: the proven identity, as the store has it.
  ///   - session: the session in which the user has proven the identity; nil for a sign-in.
  ///   - application: the application whose grant stays, because the user signs in to it; nil for a session on the page.
  ///   - now: the time of the proof.
  /// - Returns: the identity as it is now; nil if no identity of the account was only vouched for. Then nothing changes.
  /// - Throws: ``StoreError``.
  func claim(
    _ identity: Identity, keeping session: Session.ID?, for application: String?, at now: Date
  ) throws -> Identity? {
    let identities = try identities(of: identity.userID)
    guard identities.contains(where: \.isVouched), let user = try user(identity.userID) else { return nil }
    let others = identities.filter { $0.id != identity.id }
    var claimed = identity
    claimed.isVouched = false
    claimed.verifiedAt = now
    try confirm(claimed)
    try endSessions(of: user.id, except: session, because: .secured, at: now)
    if user.hasPassword { try setPasswordHash(nil, of: user.id) }
    for factor in try secondFactors(of: user.id) { try deleteSecondFactor(factor.id) }
    try setRecoveryCodes([], of: user.id)
    if let session, let kept = try lockedSession(session) {
      // The session goes on with the proven identity, and gains no proof.
      var kept = kept.moving(from: others, to: identity.id)
      kept.withdrawSecondFactor()
      try update(kept)
    }
    for other in others { try remove(other, at: now) }
    try suspendGrants(of: user.id, except: application)
    try removeBansOfApplications(of: user.id)
    // Codes and sign-ins from before are void. The proof of this moment may still wait for a second factor.
    try secure(user.id, at: now.addingTimeInterval(-0.001))
    return claimed
  }

  /// Takes a vouched identity from the account that a backend has made, because its owner has proven it in another account.
  /// An account without another identity is deleted.
  ///
  /// - Throws: `Problem` 409 `identity_in_use` if the account would be deleted and a user has signed in to it; ``StoreError``.
  func release(_ identity: Identity, at now: Date) throws {
    guard try identities(of: identity.userID).count < 2 else {
      try remove(identity, at: now)
      return
    }
    guard try user(identity.userID)?.lastSignInAt == nil else { throw Problem.addressInUse }
    try deleteUser(identity.userID)
  }
}

extension Session.Carrier {
  /// The id of the application to which a session of this kind gives access; nil for the page, whose sessions belong to the
  /// server.
  func grants(_ application: Application) -> String? { self == .tokens ? application.id : nil }
}
