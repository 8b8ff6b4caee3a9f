#if canImport(Security)
  public import Foundation

  /// Stores a session in the keychain of an iPhone, iPad or Mac, encrypted with a key in a second keychain item.
  ///
  /// ```swift
  /// let storage = KeychainSessionStorage(name: "https://id.example.com app_7Q")
  /// ```
  ///
  /// - The items stay on this device: backups and iCloud do not include them.
  /// - The items can be read after the first unlock since the device started, also while the screen is locked.
  ///   Before that, every call throws `storage_locked` and changes nothing. Try again when protected data is
  ///   available.
  /// - A record that cannot be read for another reason is not deleted, and ``load()`` throws `storage_unreadable`.
  /// - On macOS this is the data protection keychain, which requires a signed program. An unsigned program gets
  ///   `storage_unavailable`. ``StandardSessionStorage`` uses a file for it.
  ///
  /// An app and its extensions share a session if each passes the same ``Sharing``. They lock a file in their
  /// common folder, so that only one of them refreshes at a time.
  public struct KeychainSessionStorage: SessionStorage {
    private let record: SealedRecordKeychain
    private let isShared: Bool

    /// The keychain access group and the folder that an app and its extensions share.
    public struct Sharing: Sendable, Hashable {
      /// The keychain access group: a value of the entitlement `keychain-access-groups` with the team's prefix, or
      /// an app group on iOS.
      public var accessGroup: String
      /// A folder that all of them may write to:
      /// `FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:)`, or a folder in it.
      public var folder: URL

      /// Creates a value from an access group and a folder.
      public init(accessGroup: String, folder: URL) {
        self.accessGroup = accessGroup
        self.folder = folder
      }
    }

    /// The treatment of a session when the user deletes the app and installs it again.
    public enum ReinstallPolicy: Sendable, Hashable {
      /// The session is deleted, and the user has to sign in again.
      case forget
      /// The session is kept, and the user stays signed in.
      case keep
    }

    /// Creates a storage. The keychain is not accessed before the first use.
    ///
    /// - Parameters:
    ///   - name: The name of the session: the server's and the application's names together. Any text is allowed.
    ///   - sharing: The group of programs that share the session; nil for this program alone.
    ///   - reinstall: The treatment of the session when the user deletes the app and installs it again.
    ///   - patience: The time ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
    public init(
      name: String, sharing: Sharing? = nil, reinstall: ReinstallPolicy = .forget,
      patience: Duration = .seconds(60)
    ) {
      let folder =
        sharing?.folder.appendingPathComponent("doorward", isDirectory: true)
        ?? EncryptedFileSessionStorage.standardFolder
      isShared = sharing != nil
      record = SealedRecordKeychain(
        name: name, keychain: SystemKeychain(accessGroup: sharing?.accessGroup),
        folder: folder.standardizedFileURL.path, isKeptOverReinstall: reinstall == .keep, patience: patience)
    }

    public func load() async throws(StorageError) -> [UInt8]? { try await record.load() }

    public func save(_ record: [UInt8]) async throws(StorageError) { try await self.record.save(record) }

    public func remove() async throws(StorageError) { try await record.remove() }

    public func revision() async -> [UInt8]? { isShared ? await record.revision() : nil }

    /// Runs a body while this storage holds the lock of the session; see
    /// ``EncryptedFileSessionStorage/exclusively(_:)``.
    public func exclusively<Result: Sendable>(
      _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      try await record.exclusively(body)
    }
  }
#endif
