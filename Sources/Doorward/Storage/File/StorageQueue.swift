internal import Dispatch

/// Where a storage waits for disks and services: the threads of Swift's tasks must not.
struct StorageQueue: Sendable {
  private let queue = DispatchQueue(label: "Doorward session storage")

  /// Does work there, one after the other.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await answer { Result(catching: work) }.get()
  }

  /// Does work that does not fail there.
  func answer<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
