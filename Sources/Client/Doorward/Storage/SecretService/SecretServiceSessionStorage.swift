#if os(Linux)
  public import Foundation

  /// Stores a session in an encrypted file, with the key in the user's keyring: GNOME's, KDE's, KeePassXC's, or
  /// another implementation of the Secret Service.
  ///
  /// A copy of the disk does not reveal the session without the user's password. While the keyring is locked,
  /// ``load()`` and the first ``save(_:)`` throw `storage_locked`; the user is not asked to unlock it. The key is
  /// cached after the first read until the process ends, so that the session continues when the keyring locks
  /// itself.
  ///
  /// If no Secret Service runs, every call that needs the key throws `storage_unavailable`. Use
  /// ``EncryptedFileSessionStorage`` on such machines. Both storages have the same file format, locks and errors.
  public struct SecretServiceSessionStorage: SessionStorage {
    private let file: SealedRecordFile

    /// Creates a storage. The disk and the keyring are not accessed before the first use.
    ///
    /// - Parameters:
    ///   - name: The name of the session: the server's and the application's names together. Any text is allowed.
    ///   - label: The label of the key in the user's list of passwords.
    ///   - folder: The folder of the record. It is created with mode 0700 when it is first needed.
    ///   - patience: The time ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
    public init(
      name: String, label: String = "Doorward session",
      folder: URL = EncryptedFileSessionStorage.standardFolder,
      patience: Duration = .seconds(60)
    ) {
      file = SealedRecordFile.keyring(name: name, label: label, folder: folder, patience: patience)
    }

    public func load() async throws(StorageError) -> [UInt8]? { try await file.load() }

    public func save(_ record: [UInt8]) async throws(StorageError) { try await file.save(record) }

    /// Deletes the record. The key stays in the keyring for the next record, and decrypts nothing until then.
    public func remove() async throws(StorageError) { try await file.remove() }

    public func revision() async -> [UInt8]? { await file.revision() }

    /// Runs a body while this storage holds the lock of the session; see
    /// ``EncryptedFileSessionStorage/exclusively(_:)``.
    public func exclusively<Result: Sendable>(
      _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      try await file.exclusively(body)
    }
  }

  extension SealedRecordFile {
    /// A record whose key is in the user's keyring.
    static func keyring(name: String, label: String, folder: URL, patience: Duration) -> SealedRecordFile {
      // The prefix keeps these files apart from those of a file storage of the same name.
      SealedRecordFile(name: "secret-service \(name)", folder: folder, patience: patience) {
        SecretServiceRecordKey(file: $0.key, label: label)
      }
    }
  }
#endif
