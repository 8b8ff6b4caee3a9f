import DoorwardDelivery
import DoorwardHTTP
import DoorwardIdentifiers
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Sets, replaces and removes the user name of a signed-in user.
package struct UserNameChanges: Sendable {
  private let random: RandomSource
  private let gate: CallerGate
  private let hold: IdentityHold
  private let limits: AccountLimits
  private let requireOffer: @Sendable (Application) throws -> Void
  package let notices: SecurityNotices

  /// - Parameters:
  ///   - random: makes the ids of identities.
  ///   - gate: checks that the sign-in is recent.
  ///   - lifetimes: the age of a recent sign-in.
  ///   - limits: the limits of an account.
  ///   - requireOffer: refuses an application whose users have no user names.
  ///   - notices: tell the user about a change.
  package init(
    random: RandomSource, gate: CallerGate, lifetimes: Lifetimes, limits: AccountLimits,
    requireOffer: @escaping @Sendable (Application) throws -> Void, notices: SecurityNotices
  ) {
    self.random = random
    self.gate = gate
    hold = IdentityHold(lifetimes: lifetimes, limits: limits)
    self.limits = limits
    self.requireOffer = requireOffer
    self.notices = notices
  }

  /// The circumstances of a change.
  package struct Request: Sendable {
    package let change: UserNameChange
    package let caller: Caller
    package let application: Application
    /// The language of the notice if the user has no locale.
    package let language: String
    package let now: Date

    package init(
      _ change: UserNameChange, of caller: Caller, in application: Application, language: String, at now: Date
    ) {
      self.change = change
      self.caller = caller
      self.application = application
      self.language = language
      self.now = now
    }
  }

  /// Changes the user name. Nothing happens if the user already has it.
  ///
  /// The caller's session continues with a new name. It ends if it rests on a removed name alone.
  ///
  /// - Parameters:
  ///   - request: the change.
  ///   - transaction: the transaction. A refusal must roll it back.
  /// - Returns: whether the caller's session is still live.
  /// - Throws: `Problem` 401 `insufficient_user_authentication`, 403 `sign_up_required`, `identifier_not_offered` or
  ///   `identity_on_hold`, 409 `username_taken`, `last_identity` or `too_many_identities`; ``StoreError``.
  package func apply(_ request: Request, in transaction: any StoreWriting) throws -> Bool {
    let caller = request.caller
    let identities = try transaction.identities(of: caller.user.id)
    let known = identities.first { $0.key.kind == .userName }
    guard known?.shownIdentifier != request.change.name?.text else { return true }
    try caller.requireRegistered()
    try gate.requireRecentSignIn(caller)
    let session = try transaction.fullyProvenSession(of: caller, at: request.now)
    guard let user = try transaction.user(caller.user.id) else { throw Problem.invalidToken }
    var isLive = true
    var added: Identity.ID?
    switch request.change {
    case .remove:
      guard let known else { return true }
      guard identities.contains(where: { $0.id != known.id && $0.signsIn(user) }) else {
        throw Problem.lastIdentity
      }
      try hold.requireRight(toRemove: [known], of: identities, by: session, at: request.now)
      isLive = try !transaction.remove(known, at: request.now).contains(session.id)
      try transaction.record(.identityRemoved(known.id, known.key.kind), by: caller, at: request.now)
    case .set(let name):
      try requireOffer(request.application)
      let identity = SignInIdentifier.userName(name).identity
      added = try set(identity, instead: known, of: identities, by: session, request, in: transaction)
    }
    let undone: ReversibleChange =
      if let known { known.id == added ? .none : .replacedIdentity(known, by: added) } else {
        added.map { .addedIdentity($0) } ?? .none
      }
    let rows = try notices.rows(
      for: .userNameChanged, undoing: undone, to: identities.noticeRecipients, about: user,
      request.application,
      language: request.language, at: request.now)
    for row in rows { try transaction.insert(row) }
    return isLive
  }

  /// - Returns: the identity that has the name.
  private func set(
    _ identity: ProvenIdentity, instead known: Identity?, of identities: [Identity], by session: Session,
    _ request: Request, in transaction: any StoreWriting
  ) throws -> Identity.ID {
    if let other = try transaction.identity(identity.key), other.id != known?.id {
      throw Problem.userNameTaken
    }
    if var known, known.key == identity.key {
      // Another spelling of the same name.
      known.attributes = known.attributes.merging(patch: identity.attributes)
      try transaction.update(known)
      try transaction.record(
        .identityChanged(known.id, known.key.kind), by: request.caller, at: request.now)
      return known.id
    }
    if let known {
      try hold.requireRight(toRemove: [known], of: identities, by: session, at: request.now)
    } else {
      guard identities.count < Int(limits.identitiesPerUser) else { throw Problem.tooManyIdentities }
    }
    let added = Identity(
      id: try Identity.ID(at: request.now, random: random), userID: request.caller.user.id, key: identity.key,
      attributes: identity.attributes, verifiedAt: request.now, lastUsedAt: nil)
    try transaction.insert(added)
    try transaction.record(
      known.map { EventKind.identityChanged(added.id, added.key.kind, from: $0.id) }
        ?? .identityAdded(added.id, added.key.kind), by: request.caller, at: request.now)
    guard let known else { return added.id }
    try transaction.update(session.moving(from: [known], to: added.id))
    try transaction.remove(known, at: request.now)
    return added.id
  }
}

extension Session {
  /// The session with its proofs of replaced identities as proofs of another identity. It gains no proof.
  func moving(from replaced: [Identity], to identity: Identity.ID) -> Session {
    var session = self
    session.proofs = proofs.map { proof in
      if let factor = proof.secondFactor, replaced.contains(where: { $0.id.text == factor }) {
        return .ofSecondFactor(
          identity.text, by: proof.method, assurance: proof.assurance, at: proof.provenAt)
      }
      guard let old = proof.identity, replaced.contains(where: { $0.id == old }) else { return proof }
      return SessionProof(
        identity: identity, method: proof.method, assurance: proof.assurance, provenAt: proof.provenAt,
        evidence: proof.evidence)
    }
    return session
  }
}
