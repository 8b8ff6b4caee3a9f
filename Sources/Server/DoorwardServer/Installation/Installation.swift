import DoorwardHTTP
import DoorwardOpenSSL
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import JOSE

/// An open data directory: the store and its keys.
struct Installation: Sendable {
  let store: any Store
  let masterKey: MasterKey
  let library: OpenSSLContext
  let signingKeys: SigningKeys

  /// Opens an installation and makes its missing parts: directory, master key, database, first signing keys.
  static func open(_ configuration: ServerConfiguration, clock: WallClock) async throws -> Installation {
    let library = try OpenSSLContext()
    if configuration.usesDataDirectory { try DataDirectory(path: configuration.dataDirectory).create() }
    let isNew = try await !configuration.hasDatabase()
    let masterKey =
      try isNew ? MasterKey.load(configuration.masterKey) : .loadExisting(configuration.masterKey)
    let store = try await configuration.openStore()
    do {
      let signingKeys = try await SigningKeys.load(
        from: store, sealedUnder: masterKey.key(for: .signingKeys, library: library),
        library: library, clock: clock, algorithms: configuration.signingAlgorithms)
      return Installation(store: store, masterKey: masterKey, library: library, signingKeys: signingKeys)
    } catch {
      await store.close()
      throw error
    }
  }

  /// The installation with a store that measures its writes.
  func metered(by metrics: Metrics) -> Installation { with(MeteredStore(store, metrics)) }

  /// The installation with another way to its store.
  func with(_ store: any Store) -> Installation {
    Installation(store: store, masterKey: masterKey, library: library, signingKeys: signingKeys)
  }

  func key(for purpose: KeyPurpose) throws -> DerivedKey {
    try masterKey.key(for: purpose, library: library)
  }

  /// Makes a signing key for an algorithm that has none.
  func makeSigningKey(for algorithm: JWSAlgorithm, clock: WallClock) async throws {
    _ = try await SigningKeys.load(
      from: store, sealedUnder: key(for: .signingKeys), library: library, clock: clock,
      algorithms: [algorithm])
  }

  /// Opens an installation whose database exists.
  ///
  /// - Throws: ``StoreError`` `store_missing` if there is no database.
  static func openExisting(
    _ configuration: ServerConfiguration, clock: WallClock
  ) async throws -> Installation {
    try await configuration.requireDatabase()
    return try await open(configuration, clock: clock)
  }
}

extension ServerConfiguration {
  /// The signing algorithms: ES256, and the algorithms that listed applications choose for ID tokens.
  var signingAlgorithms: Set<JWSAlgorithm> {
    let listed = try? applicationSources(at: derivedOrigin).applications(besides: [], issuer: nil)
    return Set([.es256] + (listed?.all ?? []).map(\.client.idTokenAlgorithm))
  }

  /// Whether the server keeps something in the data directory: the database, or the file of the master key.
  package var usesDataDirectory: Bool {
    if case .sqlite = database { return true }
    guard case .file(let path) = masterKey else { return false }
    return path.hasPrefix(dataDirectory + "/")
  }
}
