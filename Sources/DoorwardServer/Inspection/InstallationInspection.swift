import DoorwardOpenSSL
package import DoorwardSQLiteStore
package import DoorwardSessions
package import DoorwardStore
import JOSE

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What can be learned of an installation while nothing of it is made or changed.
package struct InstallationInspection: Sendable {
  private let configuration: ServerConfiguration
  private let clock: WallClock

  package init(_ configuration: ServerConfiguration, clock: WallClock = .system) {
    self.configuration = configuration
    self.clock = clock
  }

  package var dataDirectory: PathInspection { PathInspection(configuration.dataDirectory) }

  package var databaseFile: PathInspection { PathInspection(configuration.databasePath) }

  /// The file of the master key; nil where the configuration gives the key itself.
  package var masterKeyFile: PathInspection? {
    guard case .file(let path) = configuration.masterKey else { return nil }
    return PathInspection(path)
  }

  /// The first file of the database that this user cannot read and write; nil if there is none.
  package var unwritableDatabaseFile: PathInspection? {
    ["", "-wal", "-shm"].map { PathInspection(configuration.databasePath + $0) }
      .first { $0.exists && !$0.isUsable }
  }

  /// Why the file of the master key cannot be made; nil if the server can make it as it starts.
  package var masterKeyObstacle: MasterKeyError? {
    guard let file = masterKeyFile, !file.exists else { return nil }
    let directory = file.parent
    // The server makes the data directory itself, and needs to write there in any case.
    if directory.path == configuration.dataDirectory { return nil }
    if !directory.exists { return MasterKeyError(cannotMake: file.path, ENOENT) }
    if directory.isDirectory, directory.isUsable { return nil }
    return MasterKeyError(cannotMake: file.path, directory.isOnReadOnlyFileSystem ? EROFS : EACCES)
  }

  /// Reads the master key and forgets it.
  ///
  /// - Throws: ``MasterKeyError`` that says what to do.
  package func readMasterKey() throws { _ = try MasterKey.loadExisting(configuration.masterKey) }

  /// What the database holds of the server's own.
  package struct Database: Sendable {
    package var schema: SchemaState
    /// What is wrong with the file; empty when nothing is.
    package var problems: [String]
    /// How many signing keys are in force: neither revoked nor expired.
    package var signingKeys: Int
    /// What tokens are to be signed with and no key is there for, by the names of JOSE.
    package var missingAlgorithms: [String]
    /// Whether the master key opens each of them; nil where it could not be asked.
    package var isSealedByMasterKey: Bool?
    package var newestSigningKey: Date?
  }

  /// Reads the whole database.
  ///
  /// - Throws: ``StoreError`` where it cannot be opened.
  package func readDatabase() async throws -> Database {
    let log = configuration.databasePath + "-wal"
    if !PathInspection(log).exists {
      let outcome: Result<Database, any Error>
      do { outcome = .success(try await readDatabase(.frozen)) } catch { outcome = .failure(error) }
      // Where a server has started meanwhile, that was no consistent look.
      if !PathInspection(log).exists { return try outcome.get() }
    }
    return try await readDatabase(.inspection)
  }

  private func readDatabase(_ access: SQLiteStoreOptions.Access) async throws -> Database {
    let store = try await SQLiteStore.open(
      at: configuration.databasePath, options: SQLiteStoreOptions(access: access, readers: 1))
    do {
      let database = try await read(store)
      await store.close()
      return database
    } catch {
      await store.close()
      throw error
    }
  }

  private func read(_ store: SQLiteStore) async throws -> Database {
    let schema = try await store.schema()
    let problems = try await store.integrityProblems()
    let records = schema.applied > 0 ? try await store.read { try $0.signingKeys() } : []
    let now = clock.now
    let inForce = records.filter { SigningKeySchedule.isInForce($0, at: now) }
    var isSealed: Bool?
    if let masterKey = try? MasterKey.loadExisting(configuration.masterKey) {
      let key = try masterKey.key(for: SigningKeys.sealingPurpose, library: OpenSSLContext())
      isSealed = inForce.allSatisfy { SigningKeys.opens($0, with: key) }
    }
    return Database(
      schema: schema, problems: problems, signingKeys: inForce.count,
      missingAlgorithms: configuration.signingAlgorithms
        .subtracting(SigningKeySchedule.continuing(records)).map(\.rawValue).sorted(),
      isSealedByMasterKey: isSealed, newestSigningKey: records.map(\.createdAt).max())
  }
}
