#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about guesses.
package protocol GuessReading {
  /// The guesses of a subject; nil if there are none.
  func guesses(of subject: GuessSubject) throws -> GuessCount?
}

/// Changes of guesses.
package protocol GuessWriting: GuessReading {
  /// Stores the guesses of a subject.
  func keep(_ guesses: GuessCount, of subject: GuessSubject) throws
  /// Counts one more guess of a subject, unless the guesses that are not forgotten yet have reached a limit of at least one.
  ///
  /// `instant` is the time of the guess. `expiry` is the time at which the guesses are forgotten. `limit` is the most
  /// guesses.
  ///
  /// - Returns: false if the limit is reached. Then nothing changes.
  /// - Throws: ``StoreError``.
  func count(_ subject: GuessSubject, at instant: Date, until expiry: Date, limit: Int64) throws -> Bool
  /// Forgets the guesses of a subject.
  func forgetGuesses(of subject: GuessSubject) throws
}

/// The guesses of one secret since the last correct one.
package struct GuessCount: Sendable, Equatable {
  package var count: Int64
  package var lastAt: Date
  /// The time at which the count is removed.
  package var expiresAt: Date

  package init(count: Int64, lastAt: Date, expiresAt: Date) {
    self.count = count
    self.lastAt = lastAt
    self.expiresAt = expiresAt
  }
}

/// The subject for which guesses are counted: a challenge, an identifier, or a signed-in user. The store has a MAC of
/// it.
package struct GuessSubject: Hashable, Sendable {
  package static let length = 32

  package let bytes: [UInt8]

  /// - Parameter bytes: 32 bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }
}
