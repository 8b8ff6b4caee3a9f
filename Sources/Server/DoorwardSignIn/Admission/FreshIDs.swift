package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// All random values that one admission may need. They are made before the transaction, because its body may run
/// twice.
package struct FreshIDs: Sendable {
  package let user: User.ID
  package let identity: Identity.ID
  /// The user name of a user who signs up with an address too.
  package let userName: Identity.ID
  package let session: Session.ID
  /// The sign-in, if it waits for a second factor.
  package let waiting: ChallengeID
  package let salt: [UInt8]

  /// - Parameters:
  ///   - moment: the time of the admission.
  ///   - random: the source of the values, which is called once.
  /// - Throws: the errors of the random source.
  package init(at moment: Date, _ random: RandomSource) throws {
    let bytes = try random.bytes(66)
    user = User.ID(at: moment, entropy: Array(bytes[0..<10]))
    identity = Identity.ID(at: moment, entropy: Array(bytes[10..<20]))
    session = Session.ID(at: moment, entropy: Array(bytes[20..<30]))
    salt = Array(bytes[30..<46])
    userName = Identity.ID(at: moment, entropy: Array(bytes[46..<56]))
    waiting = ChallengeID(at: moment, entropy: Array(bytes[56..<66]))
  }
}
