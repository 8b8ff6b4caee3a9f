#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The pauses between the attempts to deliver a message.
package struct RetrySchedule: Sendable {
  /// The pause after each attempt, in seconds. The last one repeats.
  package let pauses: [TimeInterval]
  /// The part of a pause that is random: 0.2 is up to a fifth more or less.
  package let jitter: Double

  package init(pauses: [TimeInterval] = [5, 30, 120, 600], jitter: Double = 0.2) {
    self.pauses = pauses
    self.jitter = jitter
  }

  /// The time of the next attempt.
  ///
  /// - Parameters:
  ///   - attempts: the number of attempts so far.
  ///   - now: the current time.
  ///   - expiry: the time when the message becomes useless.
  ///   - chance: a random number from 0 to 1.
  /// - Returns: nil if the message becomes useless before that.
  package func next(after attempts: Int64, now: Date, expiry: Date, chance: Double) -> Date? {
    guard !pauses.isEmpty else { return nil }
    let index = min(max(Int(clamping: attempts) - 1, 0), pauses.count - 1)
    let factor = 1 + jitter * (2 * min(max(chance, 0), 1) - 1)
    let next = now.addingTimeInterval(pauses[index] * factor)
    return next < expiry ? next : nil
  }
}
