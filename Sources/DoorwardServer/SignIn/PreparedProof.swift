import DoorwardHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A proof that answers a challenge of ours, ready for the transaction that spends the challenge.
///
/// Everything that takes waiting, such as a chain, has answered by now.
struct PreparedProof: Sendable {
  let challenge: ChallengeID
  let expiresAt: Date
  /// The identity that the proof shows. A refusal costs the challenge.
  let verify: @Sendable () throws(Problem) -> ProvenIdentity
}
