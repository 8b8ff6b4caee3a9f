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
  /// `expiry` is the time until which the store must remember the spend. After it, the challenge has expired.
  ///
  /// - Returns: false if this or any other process has already spent it, also if the purge has removed the record since and the
  ///   clock was set back to a time before the expiry. Then some challenges of the same time that were not spent are refused too.
  /// - Throws: ``StoreError``.
  func spend(_ challenge: ChallengeID, until expiry: Date) throws -> Bool
}

/// The 128 bits that identify one challenge. The store spends them once.
///
/// The first six bytes are the time of issue in milliseconds, so that spent challenges are stored next to each other.
/// The other bytes are random.
package struct ChallengeID: Hashable, Sendable {
  package static let length = 16

  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes the identifier of a new challenge.
  ///
  /// - Parameters:
  ///   - moment: the time of issue.
  ///   - random: the source of the random part.
  /// - Throws: the errors of the random source.
  package init(at moment: Date, random: RandomSource) throws {
    bytes = try Identifier<ChallengeID>(at: moment, random: random).bytes
  }

  /// Makes the identifier of a new challenge from ``Identifier/entropyLength`` random bytes.
  package init(at moment: Date, entropy: [UInt8]) {
    bytes = Identifier<ChallengeID>(at: moment, entropy: entropy).bytes
  }

  /// The time of issue.
  package var issuedAt: Date {
    let milliseconds = bytes.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
