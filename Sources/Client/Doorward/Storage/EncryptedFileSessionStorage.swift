public import Foundation

/// Stores a session in an encrypted file, with the key in a second file beside it.
///
/// This storage is for machines without a keychain or Secret Service: servers, containers and text consoles. Both
/// files have mode 0600. A program that runs as the same user can read the session. The owner of an unencrypted copy of
/// the disk can read it too. The encryption detects every change, and keeps tokens out of searches and partial copies.
///
/// ```swift
/// let storage = EncryptedFileSessionStorage(name: "https://id.example.com app_7Q")
/// ```
///
/// - A record is replaced atomically: after a power failure, the file holds the old record or the new record.
/// - A record that cannot be read is not deleted: ``load()`` throws `storage_unreadable`, and the next ``save(_:)``
///   replaces the record. If the key itself is broken, ``save(_:)`` also throws `storage_unreadable` until
///   ``remove()`` is called.
/// - If other users may read a file, its mode is set to 0600. If another user owns the file, or other users may
///   write to the folder, the storage throws `storage_exposed`.
///
/// The folder has to be on a file system with locks (flock) and hard links, as local file systems are.
public struct EncryptedFileSessionStorage: SessionStorage {
  private let file: SealedRecordFile

  /// The default folder of sessions: `$XDG_DATA_HOME/doorward`, or `~/.local/share/doorward`. On Apple platforms it
  /// is `doorward` in the application support folder.
  public static var standardFolder: URL {
    let files = FileManager.default
    let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    return (support ?? URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)).appendingPathComponent(
      "doorward", isDirectory: true)
  }

  /// Creates a storage. The disk is not accessed before the first use.
  ///
  /// - Parameters:
  ///   - name: The name of the session: the server's and the application's names together. Any text is allowed.
  ///   - folder: The folder of the files. It is created with mode 0700 when it is first needed. Storages may share a
  ///     folder.
  ///   - patience: The time ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
  public init(
    name: String, folder: URL = Self.standardFolder, patience: Duration = .seconds(60)
  ) {
    file = SealedRecordFile.keyInFile(name: name, folder: folder, patience: patience)
  }

  public func load() async throws(StorageError) -> [UInt8]? { try await file.load() }

  public func save(_ record: [UInt8]) async throws(StorageError) { try await file.save(record) }

  public func remove() async throws(StorageError) { try await file.remove() }

  public func revision() async -> [UInt8]? { await file.revision() }

  /// Runs a body while this storage holds the lock of the session, against other processes and other storages.
  ///
  /// The lock is released when the body ends, and by the system when the process dies. The lock is not reentrant: a
  /// body that acquires it again waits until the timeout.
  ///
  /// - Throws: The error of the body; `CancellationError` if the task is cancelled while it waits; ``StorageError``
  ///   `storage_busy` if the wait times out, or another code if the lock file cannot be locked.
  public func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await file.exclusively(body)
  }
}

extension SealedRecordFile {
  /// A record whose key is in a file beside it.
  static func keyInFile(name: String, folder: URL, patience: Duration) -> SealedRecordFile {
    SealedRecordFile(name: name, folder: folder, patience: patience) { FileRecordKey(file: $0.key) }
  }
}
