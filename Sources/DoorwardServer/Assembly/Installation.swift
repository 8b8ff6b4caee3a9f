import DoorwardHTTP
import DoorwardOpenSSL
import DoorwardSQLiteStore
import DoorwardSessions
import DoorwardStore
import JOSE

/// One data directory, opened: the store, and the keys that make sense of it.
struct Installation: Sendable {
  let store: any Store
  let masterKey: MasterKey
  let library: OpenSSLContext
  let signingKeys: SigningKeys

  /// Opens what is there and makes what is not: directory, master key, database, first signing key.
  static func open(_ configuration: ServerConfiguration, clock: WallClock) async throws -> Installation {
    let library = try OpenSSLContext()
    try DataDirectory(path: configuration.dataDirectory).create()
    let isNew = !DatabaseFile.exists(configuration.databasePath)
    let masterKey =
      try isNew ? MasterKey.load(configuration.masterKey) : .loadExisting(configuration.masterKey)
    let store = try await SQLiteStore.open(at: configuration.databasePath)
    do {
      let signingKeys = try await SigningKeys.load(
        from: store, sealedUnder: masterKey.key(for: SigningKeys.sealingPurpose, library: library),
        library: library, clock: clock, algorithms: configuration.signingAlgorithms)
      return Installation(store: store, masterKey: masterKey, library: library, signingKeys: signingKeys)
    } catch {
      await store.close()
      throw error
    }
  }

  /// Opens what is there and makes nothing.
  ///
  /// - Throws: ``StoreError`` `store_missing` where there is no database.
  static func openExisting(
    _ configuration: ServerConfiguration, clock: WallClock
  ) async throws -> Installation {
    try configuration.requireDatabase()
    return try await open(configuration, clock: clock)
  }
}

extension ServerConfiguration {
  /// What tokens are signed with: ES256, and for ID tokens what applications ask for.
  var signingAlgorithms: Set<JWSAlgorithm> {
    Set([.es256] + (applications ?? []).compactMap(\.idTokenAlgorithm))
  }

  /// The file of the embedded store.
  var databasePath: String { "\(dataDirectory)/doorward.sqlite3" }

  /// Refuses where there is no database yet.
  func requireDatabase() throws(StoreError) {
    guard DatabaseFile.exists(databasePath) else {
      throw StoreError(
        .missing,
        "there is no database in \(dataDirectory): start the server once to make it, or name another directory (--data)"
      )
    }
  }
}
