#if canImport(Security)
  public import Foundation

  /// Keeps a session in the keychain of an iPhone, iPad or Mac, encrypted with a key in another item of it.
  ///
  /// ```swift
  /// let storage = KeychainSessionStorage(name: "https://id.example.com app_7Q")
  /// ```
  ///
  /// - The items stay on this device: neither backups nor iCloud take them elsewhere.
  /// - They can be read from the first unlock after a start of the device, also behind a locked screen. Before
  ///   it, everything throws `storage_locked` and nothing is touched; try again when protected data is available.
  /// - What cannot be read for another reason throws `storage_unreadable` and is left as it is.
  /// - On macOS it is the data protection keychain, which only a signed program has; another throws
  ///   `storage_unavailable`, and ``EncryptedFileSessionStorage`` is for it.
  ///
  /// An app and its extensions share a session when each gives the same ``Sharing``. Only one refreshes at a time
  /// then: they lock a file in their common folder.
  public struct KeychainSessionStorage: SessionStorage {
    private let record: SealedRecordKeychain
    private let isShared: Bool

    /// What an app and its extensions have in common.
    public struct Sharing: Sendable, Hashable {
      /// The keychain access group: one of the entitlement `keychain-access-groups`, with the team's prefix, or
      /// on iOS an app group.
      public var accessGroup: String
      /// A folder both may write to: `FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:)`, or
      /// one in it.
      public var folder: URL

      /// Names both.
      public init(accessGroup: String, folder: URL) {
        self.accessGroup = accessGroup
        self.folder = folder
      }
    }

    /// What becomes of a session when the app is deleted and installed again.
    public enum ReinstallPolicy: Sendable, Hashable {
      /// It is forgotten, as everything else of an app that was deleted is; who installs it again signs in.
      case forget
      /// It is there again, as the keychain has it.
      case keep
    }

    /// Names a storage. Nothing is touched before it is used.
    ///
    /// - Parameters:
    ///   - name: which session it is, as the server's and the application's names together; any text.
    ///   - sharing: with what else of the app it is shared; nil for this program alone.
    ///   - reinstall: what becomes of it when the app is deleted and installed again.
    ///   - patience: how long ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
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

    /// Runs a body while no other process has the same session for itself; see
    /// ``EncryptedFileSessionStorage/exclusively(_:)``.
    public func exclusively<Result: Sendable>(
      _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      try await record.exclusively(body)
    }
  }
#endif
