public import Encodings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The time as an RPC client needs it: what time it is, how much has passed, and waiting.
public struct NEARRPCClock: Sendable {
  /// What time it is, to judge the age of a block.
  public var now: @Sendable () -> Timestamp
  /// How much time has passed since a moment that stays the same; never goes back.
  public var elapsed: @Sendable () -> Duration
  /// Waits so long, or until the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a clock.
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
