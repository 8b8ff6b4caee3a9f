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
