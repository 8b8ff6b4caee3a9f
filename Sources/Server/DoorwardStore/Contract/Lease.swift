#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The claim of this process to a task that one process at a time performs for all processes of the store.
///
/// ```swift
/// while let removed = try await lease.write(to: store, at: clock.now, { try $0.purge(before: instant, limit: 25) }) {
///   if removed < 25 { return }
/// }
/// ```
package struct Lease: Sendable {
  private let task: SharedTask
  private let holder: LeaseHolder.ID
  private let lifetime: TimeInterval

  /// `lifetime` is the time after the last write in which no other process performs the task, in seconds.
  package init(of task: SharedTask, for holder: LeaseHolder.ID, lifetime: TimeInterval) {
    self.task = task
    self.holder = holder
    self.lifetime = lifetime
  }

  /// Runs one transaction of the task. The transaction also takes or renews the lease, so a long task keeps it.
  ///
  /// - Returns: the value of the body; nil if another process has the lease. Then the body does not run.
  /// - Throws: ``StoreError``, or the error of the body.
  package func write<Value: Sendable>(
    to store: any Store, at instant: Date, _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value? {
    let end = instant.addingTimeInterval(lifetime)
    return try await store.write { [task, holder] transaction in
      guard try transaction.takeLease(of: task, for: holder, until: end, at: instant) else { return nil }
      return try body(transaction)
    }
  }

  /// The maximum number of rows that a transaction of ``remove(from:_:_:)`` removes. Requests wait for the writer during a
  /// transaction.
  package static let batch = 25

  /// Removes rows in batches. The pause after each batch is as long as the batch took, so that requests get at least
  /// half of the writer's time.
  ///
  /// `body` removes at most `limit` rows, and returns their number.
  ///
  /// - Returns: false if another process has the lease, or if the task was cancelled.
  /// - Throws: ``StoreError``, or the error of the body.
  package func remove(
    from store: any Store, _ clock: WallClock,
    _ body: @escaping @Sendable (any StoreWriting, _ limit: Int) throws -> Int
  ) async throws -> Bool {
    while !Task.isCancelled {
      let start = ContinuousClock.now
      guard let removed = try await write(to: store, at: clock.now, { try body($0, Self.batch) }) else {
        return false
      }
      if removed < Self.batch { return true }
      try? await Task.sleep(for: start.duration(to: .now))
    }
    return false
  }
}
