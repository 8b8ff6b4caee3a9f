public import Foundation

/// Keeps a session where this platform keeps such things.
///
/// ```swift
/// let storage = StandardSessionStorage(serverURL: url, applicationID: "app_7Q")
/// ```
///
/// - On Apple platforms it is the keychain, see `KeychainSessionStorage`.
/// - On Linux it is the person's keyring where one answers, see `SecretServiceSessionStorage`. Where none does,
///   it is ``EncryptedFileSessionStorage``, and that is said once, in the log.
///
/// On Linux the choice is made when a session is first kept, and holds until ``remove()``: a session in a file stays
/// there when a keyring appears later, and one in the keyring is `storage_locked` or `storage_unavailable`
/// while the keyring is, never gone. A keyring that is locked when the choice is made is not passed over:
/// ``save(_:)`` throws `storage_locked`.
public struct StandardSessionStorage: SessionStorage {
  #if canImport(Security)
    private let storage: KeychainSessionStorage
  #else
    private let storage: KeyringOrFileStorage
  #endif

  /// What the session of an application on a server is called, in every storage alike.
  ///
  /// Sessions of other servers and of other applications have other names; a server is the same however its
  /// address is written.
  ///
  /// - Parameters:
  ///   - serverURL: the server.
  ///   - applicationID: the application's publishable id; nil for the server's default application.
  /// - Returns: the name.
  public static func name(serverURL: URL, applicationID: String? = nil) -> String {
    var path = serverURL.path
    while path.hasSuffix("/") { path.removeLast() }
    let server = ServerAddress.origin(serverURL) + path
    return applicationID.map { "\(server) \($0)" } ?? server
  }

  /// Names a storage. Nothing is touched before it is used.
  ///
  /// - Parameters:
  ///   - serverURL: the server that the session is of.
  ///   - applicationID: the application's publishable id; nil for the server's default application.
  ///   - folder: where files are, on Linux; made, closed to others, when something is kept.
  ///   - patience: how long ``exclusively(_:)`` waits for other processes before it throws `storage_busy`.
  ///   - log: told once, in a sentence, when the session is less safe than it could be.
  public init(
    serverURL: URL, applicationID: String? = nil,
    folder: URL = EncryptedFileSessionStorage.standardFolder, patience: Duration = .seconds(60),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let name = Self.name(serverURL: serverURL, applicationID: applicationID)
    #if canImport(Security)
      storage = KeychainSessionStorage(name: name, patience: patience)
    #else
      storage = KeyringOrFileStorage(name: name, folder: folder, patience: patience, log: log)
    #endif
  }

  public func load() async throws(StorageError) -> [UInt8]? { try await storage.load() }

  public func save(_ record: [UInt8]) async throws(StorageError) { try await storage.save(record) }

  /// Forgets the record, wherever it is.
  public func remove() async throws(StorageError) { try await storage.remove() }

  public func revision() async -> [UInt8]? { await storage.revision() }

  /// Runs a body while no other process has the same session for itself; see
  /// ``EncryptedFileSessionStorage/exclusively(_:)``.
  public func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await storage.exclusively(body)
  }
}
