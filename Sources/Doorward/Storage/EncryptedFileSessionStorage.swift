public import Foundation

/// Keeps a session in an encrypted file, with the key in another file beside it.
///
/// For machines without a keychain or Secret Service: servers, containers, plain consoles. Both files are this
/// user's alone (mode 0600), so whoever can act as this user, or has an unencrypted copy of the disk, can read
/// the session; the encryption shows every change, and keeps tokens out of searches and partial copies.
///
/// ```swift
/// let storage = EncryptedFileSessionStorage(name: "https://id.example.com app_7Q")
/// ```
///
/// - A record is replaced whole: whenever the power goes, the old one or the new one is there.
/// - What cannot be read is left as it is: ``load()`` throws `storage_unreadable`, and the next
///   ``save(_:)`` takes its place. If the key itself is broken, ``save(_:)`` throws that too until ``remove()``
///   was called.
/// - A file that others may read is closed to them. One that another user owns, or a folder others may write
///   to, is refused as `storage_exposed`.
///
/// The folder has to be on a disk with locks (flock) and hard links, as local disks are.
public struct EncryptedFileSessionStorage: SessionStorage {
  private let file: SealedRecordFile

  /// Where sessions are unless another folder is named: `$XDG_DATA_HOME/doorward`, or
  /// `~/.local/share/doorward`; on Apple platforms `doorward` in the application support folder.
  public static var standardFolder: URL {
    let files = FileManager.default
    let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    return (support ?? URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)).appendingPathComponent(
      "doorward", isDirectory: true)
  }

  /// Names a storage. Nothing is touched before it is used.
  ///
  /// - Parameters:
  ///   - name: which session it is, as the server's and the application's names together; any text.
  ///   - folder: where; made, closed to others, when something is kept. Storages may share one.
  ///   - patience: how long ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
  public init(
    name: String, folder: URL = Self.standardFolder, patience: Duration = .seconds(60)
  ) {
    file = SealedRecordFile.keyInFile(name: name, folder: folder, patience: patience)
  }

  public func load() async throws(StorageError) -> [UInt8]? { try await file.load() }

  public func save(_ record: [UInt8]) async throws(StorageError) { try await file.save(record) }

  public func remove() async throws(StorageError) { try await file.remove() }

  public func revision() async -> [UInt8]? { await file.revision() }

  /// Runs a body while no other process, and no other storage of this process, has the same session for itself.
  ///
  /// The lock is given back when the body ends, and by the system when the process dies. It is not
  /// reentrant: a body that asks for it again waits for itself.
  ///
  /// - Throws: what the body throws; `CancellationError` when the task is cancelled while it waits;
  ///   ``StorageError`` `storage_busy` when it waited too long, or another when nothing can be locked there.
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
