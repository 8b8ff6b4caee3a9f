import DoorwardAdministration
import DoorwardCurl
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardPostgreSQL
package import DoorwardSQLRows
import DoorwardSQLite
import DoorwardSQLiteStore
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardSockets
import DoorwardSodium
package import DoorwardStore
import JOSE

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Read-only checks of an installation.
package struct InstallationInspection: Sendable {
  private let configuration: ServerConfiguration
  private let clock: WallClock

  package init(_ configuration: ServerConfiguration, clock: WallClock = .system) {
    self.configuration = configuration
    self.clock = clock
  }

  package var dataDirectory: PathInspection { PathInspection(configuration.dataDirectory) }

  /// The file of the database; nil if the database is one of PostgreSQL.
  package var databaseFile: PathInspection? {
    guard case .sqlite = configuration.database else { return nil }
    return PathInspection(configuration.databasePath)
  }

  /// Whether a server has made the database; nil if the database cannot be reached.
  package func hasDatabase() async -> Bool? {
    try? await configuration.hasDatabase()
  }

  /// Whether the server needs the data directory.
  package var usesDataDirectory: Bool { configuration.usesDataDirectory }

  /// The report on the server of the database; nil if the database is a file.
  ///
  /// - Throws: ``StoreError`` if the database cannot be reached.
  package func postgreSQL() async throws -> PostgreSQLReport? {
    guard case .postgresql(let settings) = configuration.database else { return nil }
    return try await PostgreSQLReport.read(settings)
  }

  /// The file of the master key; nil if the configuration contains the key itself.
  package var masterKeyFile: PathInspection? {
    guard case .file(let path) = configuration.masterKey else { return nil }
    return PathInspection(path)
  }

  /// The first file of the database that this user cannot read and write; nil if there is none.
  package var unwritableDatabaseFile: PathInspection? {
    ["", "-wal", "-shm"].map { PathInspection(configuration.databasePath + $0) }
      .first { $0.exists && !$0.isUsable }
  }

  /// The reason why the file of the master key cannot be made; nil if it exists or the server can make it.
  package var masterKeyObstacle: MasterKeyError? {
    guard let file = masterKeyFile, !file.exists else { return nil }
    let directory = file.parent
    // The server makes the data directory itself, and always needs to write there.
    if directory.path == configuration.dataDirectory { return nil }
    if !directory.exists { return MasterKeyError(cannotMake: file.path, directory.obstacle ?? ENOENT) }
    if directory.isDirectory, directory.isUsable { return nil }
    return MasterKeyError(cannotMake: file.path, directory.isOnReadOnlyFileSystem ? EROFS : EACCES)
  }

  /// Checks that the master key can be read.
  ///
  /// - Throws: ``MasterKeyError`` with a remedy for the operator.
  package func readMasterKey() throws { _ = try MasterKey.loadExisting(configuration.masterKey) }

  /// The applications in force with all default values. Without a database they are those of the configuration.
  ///
  /// - Throws: ``ConfigurationError`` if the default application in the store is refused; ``StoreError``.
  package func applications() async throws -> ApplicationList {
    try configuration.applicationSources(at: configuration.derivedOrigin).applications(
      besides: await storedApplications(), issuer: configuration.derivedOrigin)
  }

  /// The applications in force, the default application first, each with all default values or its mistakes.
  ///
  /// - Throws: ``StoreError``.
  package func applicationsWithSources() async throws -> [(
    EffectiveApplication, Result<Application, ConfigurationError>
  )] {
    configuration.applicationSources(at: configuration.derivedOrigin).read(
      besides: try await storedApplications(), issuer: configuration.derivedOrigin)
  }

  /// The `kid`s of the token-signing keys that are not revoked. A server with this database publishes some of them.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read.
  package func signingKeyIDs() async throws -> Set<String> {
    guard try hasDatabaseFile else { return [] }
    return try await configuration.inspectStore { store in
      guard try await store.schema().applied > 0 else { return [] }
      return Set(try await store.read { try $0.signingKeys() }.filter { $0.revokedAt == nil }.map(\.id))
    }
  }

  /// The configuration with the settings of the store, if a server has made the database.
  ///
  /// - Throws: ``ConfigurationError`` if the settings do not fit the configuration; ``StoreError``, ``MasterKeyError``.
  package func configurationInForce() async throws -> ServerConfiguration {
    guard try hasDatabaseFile else { return configuration }
    let record = try await configuration.inspectStore { store -> SettingsRecord? in
      let schema = try await store.schema()
      return schema.applied == schema.known ? try await store.read { try $0.settings() } : nil
    }
    guard let record, record.revision > 0 else { return configuration }
    let key = try MasterKey.loadExisting(configuration.masterKey)
      .key(for: .settings, library: OpenSSLContext())
    return try configuration.applying(SettingsSeal(key: key).opened(record))
  }

  /// Whether the file of the database exists; true for PostgreSQL.
  private var hasDatabaseFile: Bool {
    get throws { try databaseFile.map { try DatabaseFile.exists($0.path) } ?? true }
  }

  private func storedApplications() async throws -> [ApplicationRecord] {
    guard try hasDatabaseFile else { return [] }
    return try await configuration.inspectStore { store in
      // A database that no server has brought up to date has no table of applications.
      guard try await store.schema().applied > 0 else { return [] }
      return try await store.read { try $0.applications() }
    }
  }

  /// The state of the database and of its signing keys.
  package struct Database: Sendable {
    package var schema: SchemaState
    /// The problems of the file; empty if there are none.
    package var problems: [String]
    /// The number of signing keys that are neither revoked nor expired.
    package var signingKeys: Int
    /// The JOSE names of the configured signing algorithms without a key that is neither revoked nor retired.
    package var missingAlgorithms: [String]
    /// Whether the master key opens every signing key in force; nil if the master key cannot be read.
    package var isSealedByMasterKey: Bool?
    package var newestSigningKey: Date?
    /// The time of the newest copy that `doorward database backup` has made; nil if none is known.
    package var newestBackup: Date?
  }

  /// How much of a database is read.
  package enum Depth: Sendable {
    /// Every page, to find damage.
    case whole
    /// Small tables and counts, so that a running server can read them at any time.
    case brief
  }

  /// Reads the database.
  ///
  /// - Throws: ``StoreError`` if the database cannot be opened or read.
  package func readDatabase(_ depth: Depth = .whole) async throws -> Database {
    try await configuration.inspectStore { try await read($0, depth) }
  }

  private func read(_ store: any InspectableStore, _ depth: Depth) async throws -> Database {
    let schema = try await store.schema()
    let problems = depth == .whole ? try await store.integrityProblems() : []
    let records = schema.applied > 0 ? try await store.read { try $0.signingKeys() } : []
    let newestBackup =
      schema.applied == schema.known
      ? try await store.read { try $0.timeOfNewestEvent(of: .backupMade) } : nil
    let now = clock.now
    let inForce = records.filter { SigningKeySchedule.isInForce($0, at: now) }
    var isSealed: Bool?
    if let masterKey = try? MasterKey.loadExisting(configuration.masterKey) {
      let key = try masterKey.key(for: .signingKeys, library: OpenSSLContext())
      isSealed = inForce.allSatisfy { SigningKeys.opens($0, with: key) }
    }
    return Database(
      schema: schema, problems: problems, signingKeys: inForce.count,
      missingAlgorithms: configuration.signingAlgorithms
        .subtracting(SigningKeySchedule.continuing(records)).map(\.rawValue).sorted(),
      isSealedByMasterKey: isSealed, newestSigningKey: records.map(\.createdAt).max(),
      newestBackup: newestBackup)
  }
}

/// The versions that the program's libraries report.
package enum LibraryVersions {
  package static var all: [(name: String, version: String)] {
    [
      ("libcurl", OutgoingHTTPClient.libraryVersion), ("SQLite", SQLiteConnection.libraryVersion),
      ("libpq", PostgreSQLConnection.libraryVersion),
      ("OpenSSL", OpenSSLContext.libraryVersion), ("libsodium", SodiumVersion.current),
    ]
  }

  /// The names and versions on one line.
  package static var line: String { line(all) }

  package static func line(_ versions: [(name: String, version: String)]) -> String {
    versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
  }
}

extension ServerConfiguration {
  /// The first address that the server tries for the wallet listener; nil if the server takes any free port.
  package var expectedWalletListen: SocketAddress? {
    if let walletListen { return walletListen }
    let (port, isTooHigh) = listen.port.addingReportingOverflow(Self.walletPortOffset)
    return listen.port == 0 || isTooHigh ? nil : SocketAddress(address: listen.address, port: port)
  }

  /// The first address that the server tries for the listener of the operator; nil if the server takes any free port.
  package var expectedAdminListen: SocketAddress? {
    if let adminListen { return adminListen }
    let (port, isTooHigh) = listen.port.addingReportingOverflow(Self.adminPortOffset)
    return listen.port == 0 || isTooHigh ? nil : SocketAddress(address: .loopback, port: port)
  }

  /// Checks whether the server can listen on an address.
  ///
  /// - Throws: `HTTPError` `address_in_use` or `cannot_listen`.
  package static func probe(_ address: SocketAddress) throws(HTTPError) {
    try SocketTransport.probe(address)
  }
}
