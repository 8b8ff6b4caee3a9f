package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore

/// The facts about the kinds of identities that code outside of the sign-in methods needs. Each method describes its own
/// kinds, see `SignInMethods.identityKinds`.
package struct IdentityKinds: Sendable {
  package struct Description: Sendable {
    /// Refuses a sign-up with an identity that has a user since the sign-up began.
    package let taken: Problem
    /// Refuses a sign-in with an identity that has left its user since the proof was verified.
    package let removed: Problem

    package init(taken: Problem = .addressInUse, removed: Problem = .invalidChallenge) {
      self.taken = taken
      self.removed = removed
    }
  }

  private let descriptions: [IdentityKey.Kind: Description]

  package init(_ descriptions: [IdentityKey.Kind: Description]) { self.descriptions = descriptions }

  /// The description of a kind.
  package subscript(kind: IdentityKey.Kind) -> Description {
    descriptions[kind] ?? Description()
  }
}
