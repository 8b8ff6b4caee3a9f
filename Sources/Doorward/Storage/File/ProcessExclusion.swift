/// One body at a time, of all that share a lock file: in this process and in others.
struct ProcessExclusion: Sendable {
  let folder: String
  let lock: String
  let patience: Duration
  let queue: StorageQueue

  /// Runs a body while it has the lock, which the system gives back when the process dies.
  ///
  /// - Throws: what the body throws; `CancellationError` when the task is cancelled while it waits;
  ///   ``StorageError`` `storage_busy` when it waited too long, or another when nothing can be locked there.
  func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    let lock = try await takenLock()
    defer { lock.release() }
    return try await body()
  }

  private func takenLock() async throws -> ProcessLock {
    let deadline = ContinuousClock.now + patience
    // A wait inside flock(2) could not be called off. A refresh takes tens of milliseconds, so asking again
    // after some is soon enough; by chance, so that those who wait do not ask together.
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
            "Another process has had the session in \(folder) for itself for too long. End it, or try again.")
      }
      try await Task.sleep(for: .milliseconds(Double.random(in: 1...longest)))
      longest = min(longest * 2, 32)
    }
  }
}
