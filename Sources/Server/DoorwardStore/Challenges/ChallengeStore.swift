#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about single-use challenges.
package protocol ChallengeReading {
  /// Whether the store has the record of a spent challenge. Without one, the challenge may have been spent too.
  func isRecorded(_ challenge: ChallengeID) throws -> Bool
}

/// Changes of single-use challenges.
package protocol ChallengeWriting: ChallengeReading {
  /// Spends a challenge.
  ///
  /// - Parameters:
  ///   - challenge: the challenge.
  ///   - expiry: the time until which the store must remember the spend. After it, the challenge has expired.
  /// - Returns: false if this or any other process has already spent it, also if the purge has removed the record since and the
  ///   clock was set back to a time before the expiry. Then some challenges of the same time that were not spent are refused too.
  /// - Throws: ``StoreError``.
  func spend(_ challenge: ChallengeID, until expiry: Date) throws -> Bool
}
