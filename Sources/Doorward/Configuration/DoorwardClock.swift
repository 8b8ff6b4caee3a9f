public import Foundation

/// The time, and waiting for it; tests hand in their own.
public struct DoorwardClock: Sendable {
  /// What the device's clock says, which may be wrong.
  public var now: @Sendable () -> Date
  /// Waits.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a clock.
  public init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The device's.
  public static let system = DoorwardClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
