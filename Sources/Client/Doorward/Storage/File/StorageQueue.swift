internal import Dispatch

/// A queue for blocking calls to disks and services, because the threads of Swift's tasks must not block.
struct StorageQueue: Sendable {
  private let queue = DispatchQueue(label: "Doorward session storage")

  /// Runs work on the queue, one piece after the other.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await answer { Result(catching: work) }.get()
  }

  /// Runs work that does not throw on the queue.
  func answer<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
