public import Foundation

/// The clock of the SDK. A test can replace it.
public struct DoorwardClock: Sendable {
  /// The time of the device's clock, which may be wrong.
  public var now: @Sendable () -> Date
  /// The time since a fixed moment, including the time that the device sleeps. The user cannot set this clock.
  public var elapsed: @Sendable () -> Duration
  /// Waits.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a clock.
  public init(
    now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }

  /// Makes a clock whose ``elapsed`` is the device's.
  public init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.init(now: now, elapsed: { Self.start.duration(to: .now) }, sleep: sleep)
  }

  private static let start = ContinuousClock.now

  /// The device's clock.
  public static let system = DoorwardClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
