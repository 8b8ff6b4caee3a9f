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
  /// - Parameters:
  ///   - subject: the subject.
  ///   - instant: the time of the guess.
  ///   - expiry: the time at which the guesses are forgotten.
  ///   - limit: the most guesses.
  /// - Returns: false if the limit is reached. Then nothing changes.
  /// - Throws: ``StoreError``.
  func count(_ subject: GuessSubject, at instant: Date, until expiry: Date, limit: Int64) throws -> Bool
  /// Forgets the guesses of a subject.
  func forgetGuesses(of subject: GuessSubject) throws
}
