/// Queries about guesses.
package protocol GuessReading {
  /// The guesses of a subject; nil if there are none.
  func guesses(of subject: GuessSubject) throws -> GuessCount?
}

/// Changes of guesses.
package protocol GuessWriting: GuessReading {
  /// Stores the guesses of a subject.
  func keep(_ guesses: GuessCount, of subject: GuessSubject) throws
  /// Forgets the guesses of a subject.
  func forgetGuesses(of subject: GuessSubject) throws
}
