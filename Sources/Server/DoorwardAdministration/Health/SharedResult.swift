import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Caches an expensive result for some time. Requests that arrive together share one computation.
final class SharedResult<Value: Sendable>: Sendable {
  private struct Attempt {
    let startedAt: Date
    let value: Task<Value, any Error>
  }

  private let lifetime: TimeInterval
  private let clock: WallClock
  private let find: @Sendable () async throws -> Value
  private let last = Monitor<Attempt?>(nil)

  /// - Parameters:
  ///   - lifetime: the time for which a result counts, in seconds.
  ///   - clock: the clock.
  ///   - find: finds the result.
  init(for lifetime: TimeInterval, clock: WallClock, _ find: @escaping @Sendable () async throws -> Value) {
    self.lifetime = lifetime
    self.clock = clock
    self.find = find
  }

  /// The result of now, or of some time ago, and when it was begun.
  ///
  /// - Throws: the error of this attempt. It does not count for later requests.
  func current() async throws -> (value: Value, startedAt: Date) {
    let now = clock.now
    let attempt = last.withLock { last in
      if let last, (0..<lifetime).contains(now.timeIntervalSince(last.startedAt)) { return last }
      let started = Attempt(startedAt: now, value: Task { [find] in try await find() })
      last = started
      return started
    }
    do {
      return (try await attempt.value.value, attempt.startedAt)
    } catch {
      last.withLock { if $0?.value == attempt.value { $0 = nil } }
      throw error
    }
  }
}
