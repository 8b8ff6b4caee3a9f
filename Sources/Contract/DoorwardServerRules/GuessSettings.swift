/// The number of times that a password or a code may be guessed. A signed-in user, a known device, and all identifiers of a
/// user together have as many guesses as an identifier.
package struct GuessSettings: Sendable, Equatable {
  /// The guesses of one challenge.
  package var perChallenge: Int64 = 5
  /// The guesses of one identifier without a pause.
  package var free: Int64 = 4
  /// The guesses in a row after which no more are accepted for ``memory``, unless the user signs in another way.
  package var perIdentifier: Int64 = 100
  /// The longest pause between two guesses, in seconds.
  package var longestPause: Int64 = 900
  /// The time after the last guess in which the guesses of an identifier are remembered, in seconds.
  package var memory: Int64 = 24 * 3600

  /// The defaults.
  package init() {}

  /// The time until the next guess, in seconds: 1, 2, 4 … after the free guesses.
  ///
  /// - Parameter count: the guesses in a row.
  /// - Returns: the time.
  package func pause(after count: Int64) -> Int64 {
    guard count < perIdentifier else { return memory }
    guard count > free else { return 0 }
    return min(longestPause, 1 << min(count - free - 1, 20))
  }
}
