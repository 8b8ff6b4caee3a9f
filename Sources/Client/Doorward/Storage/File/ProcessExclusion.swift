internal import Foundation

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

/// An exclusive lock between processes. The system releases it when the process dies.
///
/// It is the lock of an open file (flock(2)), so that two storages of one process exclude each other too.
struct ProcessLock {
  private let file: OpenFile

  /// Acquires the lock if it is free.
  ///
  /// - Returns: nil if the lock is held.
  static func take(_ name: String, in folder: PrivateFolder) throws(StorageError) -> ProcessLock? {
    guard let file = folder.open(name, O_RDWR | O_CREAT) else {
      throw .system("The session cannot be locked", path: folder.path(of: name), number: errno)
    }
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK || errno == EINTR { return nil }
      throw .system("The session cannot be locked", path: folder.path(of: name), number: errno)
    }
    // Another process may have deleted the file meanwhile. Then others lock a new file of the same name.
    guard let mine = file.status, let present = folder.open(name, O_RDONLY | O_NONBLOCK)?.status,
      mine.st_ino == present.st_ino, mine.st_dev == present.st_dev
    else { return nil }
    return ProcessLock(file: file)
  }

  /// Releases the lock.
  func release() { flock(file.descriptor, LOCK_UN) }
}
