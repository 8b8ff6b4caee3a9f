#if os(Linux)
  public import Foundation

  /// Keeps a session in an encrypted file, with the key in the person's keyring: GNOME's, KDE's, KeePassXC's, or
  /// whatever answers as the Secret Service of a desktop.
  ///
  /// A copy of the disk without the person's password does not show the session. While the keyring is locked,
  /// ``load()`` throws `storage_locked`, as does the first ``save(_:)``; nobody is asked to unlock it. Once
  /// read, the key is known until the process ends, so that a session goes on when the keyring locks itself.
  ///
  /// Where no Secret Service runs, everything that needs the key throws `storage_unavailable`; such machines are
  /// what ``EncryptedFileSessionStorage`` is for, whose files, locks and errors these are.
  public struct SecretServiceSessionStorage: SessionStorage {
    private let file: SealedRecordFile

    /// Names a storage. Nothing is touched before it is used.
    ///
    /// - Parameters:
    ///   - name: which session it is, as the server's and the application's names together; any text.
    ///   - label: what the person sees of the key in their list of passwords.
    ///   - folder: where the record is; made, closed to others, when something is kept.
    ///   - patience: how long ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
    public init(
      name: String, label: String = "Doorward session",
      folder: URL = EncryptedFileSessionStorage.standardFolder,
      patience: Duration = .seconds(60)
    ) {
      file = SealedRecordFile.keyring(name: name, label: label, folder: folder, patience: patience)
    }

    public func load() async throws(StorageError) -> [UInt8]? { try await file.load() }

    public func save(_ record: [UInt8]) async throws(StorageError) { try await file.save(record) }

    /// Forgets the record. The key stays in the keyring, where it opens nothing any more, for the next one.
    public func remove() async throws(StorageError) { try await file.remove() }

    public func revision() async -> [UInt8]? { await file.revision() }

    /// Runs a body while no other process has the same session for itself; see
    /// ``EncryptedFileSessionStorage/exclusively(_:)``.
    public func exclusively<Result: Sendable>(
      _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      try await file.exclusively(body)
    }
  }

  extension SealedRecordFile {
    /// A record whose key is in the person's keyring.
    static func keyring(name: String, label: String, folder: URL, patience: Duration) -> SealedRecordFile {
      // Another kind of storage, another name: neither reads, nor stumbles over, the other's files.
      SealedRecordFile(name: "secret-service \(name)", folder: folder, patience: patience) {
        SecretServiceRecordKey(file: $0.key, label: label)
      }
    }
  }
#endif
