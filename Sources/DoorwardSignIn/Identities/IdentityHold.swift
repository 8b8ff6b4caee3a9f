package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  import Foundation
#endif

/// Prevents a newly added identity from removing a settled one. So a thief who adds a wallet to an account cannot
/// remove the owner's identities.
///
/// An identity is settled once it has belonged to the account for ``AccountLimits/newIdentityHold``.
package struct IdentityHold: Sendable {
  package let lifetimes: Lifetimes
  package let limits: AccountLimits

  /// Refuses a removal of a settled identity, unless a settled identity has been proven recently in the session.
  ///
  /// - Parameters:
  ///   - removed: the identities to remove.
  ///   - identities: every identity of the account.
  ///   - session: the session of the request. The transaction that removes the identities has locked it.
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
    guard isProven else { throw refusal }
  }

  private func isSettled(_ identity: Identity, at now: Date) -> Bool {
    now.timeIntervalSince(identity.verifiedAt) >= TimeInterval(limits.newIdentityHold)
  }

  private var refusal: Problem {
    Problem(
      status: 403, code: WireCode.identityOnHold,
      detail: """
        A wallet that was added within the last \(Self.text(limits.newIdentityHold)) cannot remove an older one or \
        delete the account. Sign in with a wallet that has been here for longer, then try again.
        """)
  }

  private static func text(_ seconds: Int64) -> String {
    switch seconds {
    case 7200...: "\((seconds + 3599) / 3600) hours"
    case 120...: "\((seconds + 59) / 60) minutes"
    default: "\(seconds) seconds"
    }
  }
}
