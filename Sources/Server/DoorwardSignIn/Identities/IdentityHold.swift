package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Keeps a newly added identity from removing a settled one, so that an attacker who adds an identity to an account
/// cannot lock out its owner.
///
/// An identity is settled once it has belonged to the account for ``AccountLimits/newIdentityHold``.
package struct IdentityHold: Sendable {
  package let lifetimes: Lifetimes
  package let limits: AccountLimits

  package init(lifetimes: Lifetimes, limits: AccountLimits) {
    self.lifetimes = lifetimes
    self.limits = limits
  }

  /// Refuses to remove identities unless a settled one has been proven recently in the session, or none of those
  /// that are removed is settled.
  ///
  /// - Parameters:
  ///   - removed: the identities that would be removed.
  ///   - identities: every identity of the account.
  ///   - session: the session of the request, locked by the transaction of the removal.
  ///   - now: the time.
  /// - Throws: ``Problem`` 403 `identity_on_hold`.
  package func requireRight(
    toRemove removed: [Identity], of identities: [Identity], by session: Session, at now: Date
  ) throws(Problem) {
    let settled = Set(identities.filter { isSettled($0, at: now) }.map(\.id))
    guard removed.contains(where: { settled.contains($0.id) }) else { return }
    let isProven = session.proofs.contains { proof in
      proof.identity.map(settled.contains) == true
        && now.timeIntervalSince(proof.provenAt) <= TimeInterval(lifetimes.recentSignIn)
    }
    guard isProven else { throw .identityOnHold(for: limits.newIdentityHold) }
  }

  private func isSettled(_ identity: Identity, at now: Date) -> Bool {
    now.timeIntervalSince(identity.verifiedAt) >= TimeInterval(limits.newIdentityHold)
  }
}
