internal import Dispatch
internal import Encodings
internal import Foundation

/// A record in an encrypted file, whose key is where its source has it.
struct SealedRecordFile: Sendable {
  private let folder: String
  private let names: Names
  private let format: SealedRecord
  private let key: any RecordKeySource
  private let patience: Duration
  // Disks wait; the threads of Swift's tasks must not.
  private let queue = DispatchQueue(label: "Doorward session storage")

  /// The files of one storage.
  struct Names: Sendable {
    let stem: String
    let record: String
    let key: String
    let lock: String

    /// A name may have any character; its hash is what every file system takes.
    init(_ name: String) {
      stem = "session-" + Hex.encode(SHA256.hash(Array(name.utf8)).prefix(16))
      record = "\(stem).sealed"
      key = "\(stem).key"
      lock = "\(stem).lock"
    }
  }

  init(
    name: String, folder: URL, patience: Duration, key: (Names) -> any RecordKeySource
  ) {
    self.folder = folder.standardizedFileURL.path
    self.names = Names(name)
    self.format = SealedRecord(name: name)
    self.key = key(names)
    self.patience = patience
  }

  func load() async throws(StorageError) -> [UInt8]? {
    try await onQueue { () throws(StorageError) in
      guard let folder = try PrivateFolder.open(folder, isMade: false),
        let bytes = try folder.read(names.record, atMost: SealedRecord.longest)
      else { return nil }
      guard let key = try key.key(in: folder) else {
        throw .unreadable("The key of \(folder.path(of: names.record)) is gone")
      }
      return try format.open(bytes, under: key, at: folder.path(of: names.record))
    }
  }

  func save(_ record: [UInt8]) async throws(StorageError) {
    try await onQueue { () throws(StorageError) in
      let folder = try madeFolder()
      folder.removeAbandonedDrafts(of: names.stem)
      let key = try key.madeKey(in: folder)
      try folder.replace(names.record, with: format.seal(record, under: key))
    }
  }

  func remove() async throws(StorageError) {
    try await onQueue { () throws(StorageError) in
      guard let folder = try PrivateFolder.open(folder, isMade: false) else { return }
      folder.removeAbandonedDrafts(of: names.stem)
      try folder.remove(names.record)
      // A good key stays: another process may be about to keep a record under it.
      try key.removeBroken(in: folder)
    }
  }

  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
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
      let lock = try await onQueue { () throws(StorageError) in
        try ProcessLock.take(names.lock, in: madeFolder())
      }
      if let lock { return lock }
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

  private func madeFolder() throws(StorageError) -> PrivateFolder {
    guard let folder = try PrivateFolder.open(folder, isMade: true) else {
      throw .system("The folder of the session cannot be opened", folder, ENOENT)
    }
    return folder
  }

  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StorageError>, Never>) in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }
}
