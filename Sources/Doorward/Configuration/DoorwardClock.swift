public import Foundation

/// The time, and waiting for it; tests hand in their own.
public struct DoorwardClock: Sendable {
  /// What the device's clock says, which may be wrong.
  public var now: @Sendable () -> Date
  /// How much time has gone by since a moment of its choice, with the device asleep or awake. Nobody can set it.
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

  /// Makes a clock that is the device's but for what is given.
  public init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.init(now: now, elapsed: { Self.start.duration(to: .now) }, sleep: sleep)
  }

  private static let start = ContinuousClock.now

  /// The device's.
  public static let system = DoorwardClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
