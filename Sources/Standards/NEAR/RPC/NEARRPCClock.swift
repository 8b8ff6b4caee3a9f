public import Encodings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The clock of an RPC client.
public struct NEARRPCClock: Sendable {
  /// The current time, to determine the age of a block.
  public var now: @Sendable () -> Timestamp
  /// The time since a fixed moment. It never decreases.
  public var elapsed: @Sendable () -> Duration
  /// Sleeps for a duration, or until the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock.
  public init(
    now: @escaping @Sendable () -> Timestamp, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }

  /// The system's clocks.
  public static var system: NEARRPCClock {
    let start = ContinuousClock.now
    return NEARRPCClock(
      now: { Timestamp(Date()) },
      elapsed: { ContinuousClock.now - start },
      sleep: { try await Task.sleep(for: $0, clock: .continuous) })
  }
}
