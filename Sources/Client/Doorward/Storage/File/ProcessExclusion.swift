/// Runs one body at a time among all users of a lock file, in this process and in others.
struct ProcessExclusion: Sendable {
  let folder: String
  let lock: String
  let patience: Duration
  let queue: StorageQueue

  /// Runs a body while it holds the lock. The system releases the lock when the process dies.
  ///
  /// - Throws: The error of the body; `CancellationError` if the task is cancelled while it waits; ``StorageError``
  ///   `storage_busy` if the wait times out, or another code if the lock file cannot be locked.
  func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    let lock = try await takenLock()
    defer { lock.release() }
    return try await body()
  }

  private func takenLock() async throws -> ProcessLock {
    let deadline = ContinuousClock.now + patience
    // A blocking flock(2) cannot be cancelled, so the lock is polled. A refresh takes tens of milliseconds, so
    // short delays are enough. The delays are random, so that waiting processes do not retry at the same time.
    var longest = 2.0
    while true {
      try Task.checkCancellation()
      let taken = try await queue.run { () throws(StorageError) in
        try ProcessLock.take(lock, in: PrivateFolder.made(folder))
      }
      if let taken { return taken }
      guard .now < deadline else {
        throw StorageError(
          code: .busy,
          reason:
            "Another process has locked the session in \(folder) for too long. Stop that process, or try again."
        )
      }
      try await Task.sleep(for: .milliseconds(Double.random(in: 1...longest)))
      longest = min(longest * 2, 32)
    }
  }
}
