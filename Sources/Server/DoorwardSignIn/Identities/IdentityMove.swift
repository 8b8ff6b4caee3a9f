package import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
package import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An identity that a user has proven and that belongs to another account.
///
/// The user may move the identity. First the server offers the move and states the loss of the other account. Then
/// the user confirms with a proof of a challenge whose text states the move.
package struct IdentityMove {
  private let identity: Identity
  private let other: User
  /// Whether the identity is the last one of the other account. A move then deletes that account.
  package let deletesAccount: Bool
  /// False if the identity may have a new owner since the other account's user proved it. Then the proof gives no
  /// right to see the other account or to take the identity from it.
  private let isSameHolder: Bool
  /// Whether the other account has a second factor. Then the proof of the identity alone takes nothing from it.
  private let isProtected: Bool
  private let continuity: (any IdentityContinuity)?

  /// - Parameters:
  ///   - known: the identity as the other account has it.
  ///   - proven: its proof.
  ///   - transaction: the transaction that has spent the challenge.
  /// - Throws: ``StoreError``.
  package init(of known: Identity, by proven: ProvenIdentity, in transaction: any StoreWriting) throws {
    guard let other = try transaction.user(known.userID) else {
      throw StoreError(.malformed, "an identity in the store belongs to no user")
    }
    identity = known
    self.other = other
    deletesAccount = try transaction.identities(of: other.id, after: nil, limit: 2).count < 2
    continuity = proven.continuity
    isProtected = try transaction.hasSecondFactor(other.id)
    isSameHolder = proven.continuity?.isContinuous(with: known.evidence) ?? true
  }

  /// The effect of the move, as the user sees it.
  package var effect: WireIdentityInUse {
    WireIdentityInUse(
      accountName: other.profile[.name], accountCreatedAt: other.createdAt, identity: identity.jsonObject,
      deletesAccount: deletesAccount)
  }

  /// The refusal of a link, with the effect of a move.
  package var offer: Problem {
    .identityInUse(movingWith: isSameHolder && !isProtected ? effect : nil)
  }

  /// Takes the identity from the other account and ends that account's sessions. An account without a remaining
  /// identity is deleted.
  ///
  /// - Throws: the refusal of ``IdentityContinuity`` if the identity may have a new owner, ``offer`` if the other account
  ///   has a second factor; ``StoreError``.
  package func release(by origin: EventOrigin, at now: Date, in transaction: any StoreWriting) throws {
    guard !isProtected else { throw offer }
    _ = try continuity?.confirm(identity.evidence, withSecondFactor: false)
    // The client is not part of the events of the other account.
    let (subjects, origin) = (EventSubjects(user: other.id), EventOrigin(origin.actor))
    guard !deletesAccount else {
      try transaction.deleteUser(other.id)
      return try transaction.record(.userDeleted, about: subjects, by: origin, at: now)
    }
    try transaction.deleteIdentity(identity.id)
    try transaction.noteRemoval(of: identity, at: now)
    try transaction.record(
      .identityRemoved(identity.id, identity.key.kind), about: subjects, by: origin, at: now)
    try transaction.endSessions(
      of: other.id, except: nil, because: .identityRemoved, by: origin, at: now)
  }
}

/// The user's confirmation that an identity may leave its other account.
package struct MoveConfirmation: Sendable {
  /// The offer that the user saw; nil if the client sends `"move": true` alone.
  private let told: JSONObject?

  /// Reads `"move": true` and the optional `confirmed`, which is the offer that the user has confirmed.
  ///
  /// - Returns: nil if the request does not ask for a move.
  /// - Throws: ``Problem`` 400 `wrong_type`.
  package init?(_ body: JSONObjectReader) throws(Problem) {
    let isMove = try body.optionalFlag(ProofMembers.move)
    guard isMove == true else { return nil }
    told = try body.optionalMembers(ProofMembers.confirmed)?.object
  }

  /// Whether the effect of a move is the one that the user confirmed.
  package func covers(_ move: IdentityMove) -> Bool {
    guard let told else { return true }
    let account = move.effect.account
    return told[WireIdentityInUse.Members.deletesAccount] == .bool(move.deletesAccount)
      && account.allSatisfy { told[WireIdentityInUse.Members.account]?[$0.key] == $0.value }
  }
}
