public import Foundation

/// Stores a session in the standard storage of the platform.
///
/// ```swift
/// let storage = StandardSessionStorage(serverURL: url, applicationID: "app_7Q")
/// ```
///
/// - On iOS it is the keychain, see `KeychainSessionStorage`.
/// - On macOS it is the keychain if the program is signed for one. A program without a signature, such as one that `swift build`
///   has made, stores its sessions in ``EncryptedFileSessionStorage``, and the storage logs this once. A signed program ignores
///   this file. A program that loses or gains its signature starts signed out.
/// - On Linux it is the user's keyring if one answers, see `SecretServiceSessionStorage`. Otherwise it is
///   ``EncryptedFileSessionStorage``, and the storage logs this once.
///
/// On Linux the choice is made at the first save, and holds until ``remove()``. A session in a file stays in the
/// file if a keyring appears later. A session in the keyring is never lost while the keyring does not answer: calls
/// throw `storage_locked` or `storage_unavailable`. If the keyring is locked when the choice is made, ``save(_:)``
/// throws `storage_locked`.
public struct StandardSessionStorage: SessionStorage {
  #if os(macOS)
    private let storage: KeychainOrFileStorage
  #elseif canImport(Security)
    private let storage: KeychainSessionStorage
  #else
    private let storage: KeyringOrFileStorage
  #endif

  /// The name of an application's session on a server, in every kind of storage.
  ///
  /// Each pair of server and application has its own name. Different spellings of a server's address give the same
  /// name.
  ///
  /// - Parameters:
  ///   - serverURL: The URL of the server.
  ///   - applicationID: The application's publishable id; nil for the server's default application.
  /// - Returns: The name.
  public static func name(serverURL: URL, applicationID: String? = nil) -> String {
    var path = serverURL.path
    while path.hasSuffix("/") { path.removeLast() }
    let server = ServerAddress.origin(serverURL) + path
    return applicationID.map { "\(server) \($0)" } ?? server
  }

  /// Creates a storage. The platform's storage is not accessed before the first use.
  ///
  /// - Parameters:
  ///   - serverURL: The URL of the session's server.
  ///   - applicationID: The application's publishable id; nil for the server's default application.
  ///   - folder: The folder of the files, on Linux and macOS. It is created with mode 0700 when it is first needed.
  ///   - patience: The time ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
  ///   - log: Receives one sentence, once, if the session is stored in a file.
  public init(
    serverURL: URL, applicationID: String? = nil,
    folder: URL = EncryptedFileSessionStorage.standardFolder, patience: Duration = .seconds(60),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let name = Self.name(serverURL: serverURL, applicationID: applicationID)
    #if os(macOS)
      storage = KeychainOrFileStorage(
        name: name, keychain: SystemKeychain(accessGroup: nil), folder: folder, patience: patience, log: log)
    #elseif canImport(Security)
      storage = KeychainSessionStorage(name: name, patience: patience)
    #else
      storage = KeyringOrFileStorage(name: name, folder: folder, patience: patience, log: log)
    #endif
  }

  public func load() async throws(StorageError) -> [UInt8]? { try await storage.load() }

  public func save(_ record: [UInt8]) async throws(StorageError) { try await storage.save(record) }

  /// Deletes the record from the storage that has it.
  public func remove() async throws(StorageError) { try await storage.remove() }

  /// Stores the record of a signed-out device; on Linux always in a file, because it needs no keyring.
  public func keep(_ record: [UInt8]) async throws(StorageError) { try await storage.keep(record) }

  public func revision() async -> [UInt8]? { await storage.revision() }

  /// Runs a body while this storage holds the lock of the session; see
  /// ``EncryptedFileSessionStorage/exclusively(_:)``.
  public func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await storage.exclusively(body)
  }
}
