/// A guess of a password or code that has been counted.
package enum CountedGuess: Sendable {
  /// The secret decides.
  case allowed
  /// The identifier has guesses left, but its user has none. The caller compares the secret all the same, and answers as for
  /// a wrong one: another answer would show that the identifiers belong to one user.
  case refused
}
