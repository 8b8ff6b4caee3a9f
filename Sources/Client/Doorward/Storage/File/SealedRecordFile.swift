internal import Encodings
internal import Foundation

/// A record in an encrypted file. The key comes from a key source.
///
/// The calls are not inlined: a storage with several files makes each of them several times.
final class SealedRecordFile: Sendable {
  let folder: String
  private let names: SealedRecordNames
  private let format: SealedRecord
  private let key: any RecordKeySource
  private let exclusion: ProcessExclusion
  private let queue = StorageQueue()

  init(
    name: String, folder: URL, patience: Duration, key: (SealedRecordNames) -> any RecordKeySource
  ) {
    self.folder = folder.standardizedFileURL.path
    self.names = SealedRecordNames(name)
    self.format = SealedRecord(name: name)
    self.key = key(names)
    exclusion = ProcessExclusion(folder: self.folder, lock: names.lock, patience: patience, queue: queue)
  }

  /// Whether a record exists, readable or not. The key is not read.
  @inline(never) func isKept() async throws(StorageError) -> Bool {
    try await queue.run { [self] () throws(StorageError) in
      guard let folder = try PrivateFolder.open(folder, isMade: false) else { return false }
      return try folder.has(names.record)
    }
  }

  /// The encrypted record, which differs each time it is stored; empty if there is none, nil if it cannot be read.
  @inline(never) func revision() async -> [UInt8]? {
    try? await queue.run { [self] () throws(StorageError) in
      try PrivateFolder.open(folder, isMade: false)?.read(names.record, atMost: SealedRecord.longest) ?? []
    }
  }

  @inline(never) func load() async throws(StorageError) -> [UInt8]? {
    try await queue.run { [self] () throws(StorageError) in
      guard let folder = try PrivateFolder.open(folder, isMade: false),
        let bytes = try folder.read(names.record, atMost: SealedRecord.longest)
      else { return nil }
      guard let key = try key.key(in: folder) else {
        throw .unreadable("The key of \(folder.path(of: names.record)) does not exist")
      }
      return try format.open(bytes, under: key, at: folder.path(of: names.record))
    }
  }

  @inline(never) func save(_ record: [UInt8]) async throws(StorageError) {
    try await queue.run { [self] () throws(StorageError) in
      let folder = try PrivateFolder.made(folder)
      folder.removeDraftsOfDeadProcesses(of: names.stem)
      let key = try key.keyOrNewKey(in: folder)
      try folder.replace(names.record, with: format.seal(record, under: key))
    }
  }

  @inline(never) func remove() async throws(StorageError) {
    try await queue.run { [self] () throws(StorageError) in
      guard let folder = try PrivateFolder.open(folder, isMade: false) else { return }
      folder.removeDraftsOfDeadProcesses(of: names.stem)
      try folder.remove(names.record)
      // A valid key stays, because another process may be about to save a record under it.
      try key.removeBroken(in: folder)
    }
  }

  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await exclusion.run(body)
  }
}

/// The names of a storage's record, key and lock, in a folder or in a keychain.
struct SealedRecordNames: Sendable {
  let stem: String
  let record: String
  let key: String
  let lock: String

  /// The name is hashed, because it may contain characters that a file system rejects.
  init(_ name: String) {
    stem = "session-" + Hex.encode(SHA256.hash(Array(name.utf8)).prefix(16))
    record = "\(stem).sealed"
    key = "\(stem).key"
    lock = "\(stem).lock"
  }
}
