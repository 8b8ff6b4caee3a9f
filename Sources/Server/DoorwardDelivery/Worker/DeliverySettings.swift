#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The limits and intervals of a ``DeliveryWorker``.
package struct DeliverySettings: Sendable {
  /// The most messages of a channel that are sent at the same time.
  package var concurrency = 4
  /// The pauses between attempts.
  package var retries = RetrySchedule()
  /// The time between the storing of a message and its delivery. The server answers the request meanwhile, so that the work
  /// of the delivery does not slow the answer: that would show that the address belongs to a user.
  package var pause = Duration.milliseconds(20)
  /// The time between two reads of the store, for messages of other processes and for later attempts.
  package var interval = Duration.seconds(1)
  /// The time between two removals of old messages.
  package var sweepInterval = Duration.seconds(600)
  /// The time for which delivered messages are kept, without their content, in seconds.
  package var keepsDelivered: TimeInterval = 86_400
  /// The time for which failed and expired messages are kept, without their content, in seconds.
  package var keepsUndelivered: TimeInterval = 30 * 86_400

  package init() {}
}

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
