package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A method that gives an additional proof of a known user. It proves no identity.
package protocol SecondFactor: Sendable {
  /// The name of the factor in the HTTP contract's `second_factor.methods`.
  var name: SignInMethodName { get }

  /// Whether the user has set up the factor.
  func isSetUp(for user: User.ID, in snapshot: any StoreReading) throws -> Bool
}

/// A sign-in that waits for a second factor.
///
/// The client receives it sealed and returns it with the proof of the factor. The server stores nothing.
package struct SecondFactorRequest: Sendable, Equatable {
  /// The time that the user has, in seconds.
  package static let lifetime: TimeInterval = 600

  /// The id that is spent when the request opens its session.
  package let id: ChallengeID
  package let user: User.ID
  package let applicationID: String
  package let carrier: Session.Carrier
  /// The proof of the first factor.
  package let proof: SessionProof
  /// The factors that the user has set up.
  package let methods: [SignInMethodName]
  package let expiresAt: Date
}
