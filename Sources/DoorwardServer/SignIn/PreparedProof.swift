import HTTPCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A proof that answers a challenge of ours, read and asked about everywhere but for its signature.
///
/// The challenge is spent first and the signature checked after, inside the same transaction; so what
/// needs waiting for, such as a chain, has been waited for by now.
struct PreparedProof: Sendable {
  let challenge: ChallengeID
  let expiresAt: Date
  /// Checks the signature. A refusal costs the challenge.
  let verify: @Sendable () throws(Problem) -> ProvenIdentity
}
