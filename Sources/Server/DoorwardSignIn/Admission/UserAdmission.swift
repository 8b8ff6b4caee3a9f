import DoorwardHTTP
import DoorwardIdentifiers
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Identity {
  /// The identity after it was proven again.
  func used(by identity: ProvenIdentity, keeping evidence: JSONObject?, at now: Date) -> Identity {
    var used = self
    used.attributes = attributes.merging(patch: identity.attributes)
    used.evidence = evidence ?? self.evidence
    used.lastUsedAt = now
    return used
  }
}

/// The users of proofs, in the transaction that admits a proof.
extension StoreWriting {
  /// Finds the user of a proof, or makes one.
  ///
  /// - Parameters:
  ///   - proof: the verified proof.
  ///   - opening: the values of the session.
  ///   - known: the identity, if a user has it.
  ///   - ids: the identifiers of a new user.
  ///   - now: the time.
  /// - Returns: the user, the identities that were proven or made, the proven one first, and whether the user is new.
  /// - Throws: `Problem` if the application does not accept the user, or the user is banned; ``StoreError``.
  func resolveUser(
    of proof: VerifiedProof, _ opening: SessionOpening, known: Identity?, _ ids: FreshIDs, at now: Date
  ) throws -> (user: User, identities: [Identity], isNew: Bool) {
    let identity = proof.identity
    // An identity that has a user signs in that user, with any token in the request. Two users are never merged.
    if let known, var user = try self.user(known.userID) {
      try requireNotBanned(user.id, at: now)
      let evidence = try identity.continuity?.confirm(known.evidence, withSecondFactor: false)
      try requireFirstGrant(of: user.id, opening, at: now)
      try opening.keepAccount(of: &user, at: now, in: self)
      let used = known.used(by: identity, keeping: evidence, at: now)
      try noteUse(used)
      user.lastSignInAt = now
      try noteSignIn(of: user.id, at: now)
      return (user, [used], false)
    }
    try requireNotBanned(identity.key, at: now)
    let policy = opening.application.signUp
    try policy.requireSignUp(by: identity.key, at: now, in: self)
    let userName = proof.signUp?.userName.map { SignInIdentifier.userName($0).identity }
    if let userName, try self.identity(userName.key) != nil { throw Problem.userNameTaken }
    let user = try newUser(proof.signUp, opening, ids: ids, at: now)
    try policy.acceptInvitations(of: identity.key, at: now, in: self)
    // A sign-up on the page grants nothing, but makes the user one of the application.
    if opening.carrier != .tokens { try grant(Scopes([]), of: user.id, to: opening.application.id) }
    var added = [
      try add(identity, ids.identity, to: user.id, verifiedAt: now, lastUsedAt: now)
    ]
    if let userName {
      added.append(
        try add(userName, ids.userName, to: user.id, verifiedAt: now, lastUsedAt: nil))
    }
    return (user, added, opening.upgrade == nil)
  }

  /// Admits a user to an application to which the user has never signed in. A session on the hosted page grants nothing.
  ///
  /// - Throws: as ``SignUpPolicy/requireFirstGrant(of:to:at:in:)``.
  func requireFirstGrant(of user: User.ID, _ opening: SessionOpening, at now: Date) throws {
    guard opening.carrier == .tokens else { return }
    let application = opening.application
    guard
      let identity = try application.signUp.requireFirstGrant(
        of: user, to: application.id, at: now, in: self)
    else { return }
    try application.signUp.acceptInvitations(of: identity, at: now, in: self)
  }

  /// Makes the user of a sign-up, or registers the anonymous user who signs up.
  private func newUser(
    _ values: SignUpValues?, _ opening: SessionOpening, ids: FreshIDs, at now: Date
  ) throws -> User {
    var user: User
    // The user handle of a passkey names the user who asked for its options.
    if let id = values?.id {
      let isSame = try opening.upgrade.map { $0.session.userID == id } ?? (self.user(id) == nil)
      guard isSame else { throw Problem.invalidChallenge }
    }
    if let upgrade = opening.upgrade {
      user = try upgrade.register(at: now, in: self).user
      try record(.userRegistered, about: opening.subjects(user.id), by: opening.origin(user.id), at: now)
      if let name = values?.name, user.profile[.name] == nil {
        user.profile[.name] = name
        try update(user)
      }
    } else {
      user = User(
        id: values?.id ?? ids.user, kind: .registered, createdAt: now, profile: [.name: values?.name],
        lastSignInAt: now)
      try insert(user)
      try record(
        .userCreated(.registered), about: opening.subjects(user.id), by: opening.origin(user.id), at: now)
    }
    guard let hash = values?.passwordHash else { return user }
    try setPasswordHash(hash, of: user.id)
    user.hasPassword = true
    return user
  }

  /// Stores an identity of a user.
  func add(
    _ identity: ProvenIdentity, _ id: Identity.ID, to user: User.ID, verifiedAt: Date, lastUsedAt: Date?
  ) throws -> Identity {
    let added = Identity(
      id: id, userID: user, key: identity.key, attributes: identity.attributes,
      evidence: identity.continuity?.renew(JSONObject()) ?? JSONObject(), verifiedAt: verifiedAt,
      lastUsedAt: lastUsedAt)
    try insert(added)
    return added
  }
}
