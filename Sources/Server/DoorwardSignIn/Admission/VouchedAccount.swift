import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The changes that the first proof of an identity makes to an account from a backend.
struct AccountClaim {
  let user: User
  /// The proven identity as it is now.
  let identity: Identity
  /// The identities that the account no longer has.
  let removed: [Identity]
}

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
  ///   - origin: the user and the client.
  ///   - now: the time of the proof.
  /// - Returns: the change, which ``SecurityNotices/announce(_:except:_:language:at:in:)`` announces; nil if no identity of
  ///   the account was only vouched for. Then nothing changes.
  /// - Throws: ``StoreError``.
  func claim(
    _ identity: Identity, keeping session: Session.ID?, for application: String?, by origin: EventOrigin,
    at now: Date
  ) throws -> AccountClaim? {
    let identities = try identities(of: identity.userID)
    guard identities.contains(where: \.isVouched), let user = try user(identity.userID) else { return nil }
    let others = identities.filter { $0.id != identity.id }
    var claimed = identity
    claimed.isVouched = false
    claimed.verifiedAt = now
    try confirm(claimed)
    try record(
      .userClaimed, about: EventSubjects(user: user.id, application: application), by: origin, at: now)
    try endSessions(of: user.id, except: session, because: .secured, by: origin, at: now)
    if user.hasPassword { try setPasswordHash(nil, of: user.id) }
    for factor in try secondFactors(of: user.id) { try delete(factor) }
    try setRecoveryCodes([], of: user.id)
    if let session, let kept = try lockedSession(session) {
      // The session goes on with the proven identity, and gains no proof.
      var kept = kept.moving(from: others, to: identity.id)
      kept.withdrawSecondFactor()
      try update(kept)
    }
    for other in others {
      try remove(other, at: now)
      try record(
        .identityRemoved(other.id, other.key.kind), about: EventSubjects(user: user.id), by: origin, at: now)
    }
    try suspendGrants(of: user.id, except: application)
    try removeBansOfApplications(of: user.id)
    // Codes and sign-ins from before are void. The proof of this moment may still wait for a second factor.
    try secure(user.id, at: now.addingTimeInterval(-0.001))
    return AccountClaim(user: user, identity: claimed, removed: others)
  }

  /// Takes a vouched identity from the account that a backend has made, because its owner has proven it in another account.
  /// An account without another identity is deleted. `origin` is the owner, whose client is not part of the events of the other
  /// account.
  ///
  /// - Throws: `Problem` 409 `identity_in_use` if the account would be deleted and a user has signed in to it; ``StoreError``.
  func release(_ identity: Identity, by origin: EventOrigin, at now: Date) throws {
    let (subjects, origin) = (EventSubjects(user: identity.userID), EventOrigin(origin.actor))
    guard try identities(of: identity.userID).count < 2 else {
      try remove(identity, at: now)
      try record(.identityRemoved(identity.id, identity.key.kind), about: subjects, by: origin, at: now)
      return
    }
    guard try user(identity.userID)?.lastSignInAt == nil else { throw Problem.addressInUse }
    try deleteUser(identity.userID)
    try record(.userDeleted, about: subjects, by: origin, at: now)
  }

  /// Stores a new second factor of a signed-in user.
  ///
  /// - Throws: as ``StoreReading/requireProvenAddresses(of:reachedBy:)``.
  func add(_ factor: SecondFactorRecord, reachedBy messenger: Messenger) throws {
    try requireProvenAddresses(of: factor.userID, reachedBy: messenger)
    try insert(factor)
  }
}

extension StoreReading {
  /// Refuses a second factor for an account with an address that is only vouched for. The holder of the address proves it
  /// without a second factor, and that first proof would remove the factor. Only addresses to which the server sends codes count:
  /// no user can prove others, or a user name.
  ///
  /// - Throws: `Problem` 409 `unproven_address`; ``StoreError``.
  func requireProvenAddresses(of user: User.ID, reachedBy messenger: Messenger) throws {
    let provable = try identities(of: user).filter(\.isVouched).compactMap(\.recipient)
    guard !provable.contains(where: messenger.sends) else { throw Problem.unprovenAddress }
  }
}

extension SecurityNotices {
  /// Tells the holders of the addresses that a first proof has removed, in the transaction of the proof.
  ///
  /// - Parameters:
  ///   - claim: the change.
  ///   - replaced: the removed identities that another notice announces.
  ///   - application: the application in which the identity was proven.
  ///   - language: the language if the user has no locale.
  ///   - now: the time of the proof.
  ///   - transaction: the transaction.
  /// - Returns: whether there is a message to deliver after the transaction.
  /// - Throws: ``StoreError``; the errors of the random source and of the cipher.
  @discardableResult func announce(
    _ claim: AccountClaim, except replaced: [Identity] = [], _ application: Application, language: String,
    at now: Date, in transaction: any StoreWriting
  ) throws -> Bool {
    var isAnnounced = false
    for removed in claim.removed where !replaced.contains(where: { $0.id == removed.id }) {
      guard let recipient = removed.recipient else { continue }
      // The change has no link for the holder of an address that was only vouched for.
      let rows = try rows(
        for: .signInMethodRemoved, method: name(of: removed.key.kind),
        undoing: .replacedIdentity(removed, by: claim.identity.id), to: [recipient], about: claim.user,
        application, language: language, at: now)
      for row in rows { try transaction.insert(row) }
      isAnnounced = isAnnounced || !rows.isEmpty
    }
    return isAnnounced
  }
}

extension Problem {
  fileprivate static var unprovenAddress: Problem {
    Problem(
      status: 409, code: WireCode.unprovenAddress,
      detail:
        "The address of this account is not proven. Sign in with a code sent to it, or confirm it in the account. Then add the second factor."
    )
  }
}

extension Session.Carrier {
  /// The id of the application to which a session of this kind gives access; nil for the page, whose sessions belong to the
  /// server.
  func grants(_ application: Application) -> String? { self == .tokens ? application.id : nil }
}
