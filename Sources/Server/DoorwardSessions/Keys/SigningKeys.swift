package import DoorwardOpenSSL
package import DoorwardStore
import DoorwardSystem
package import Encodings
package import JOSE
package import JOSESignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys that sign tokens: the active key, the keys that are published before their use, and the retired keys
/// whose tokens are still valid.
///
/// Another process or the command line may add or revoke a key. The server calls ``reload()`` when it notices such a change.
/// Keys that were read more than a minute ago are read again before they are used, because their states change with time.
/// ``SigningKeySchedule`` defines the states of a key.
package final class SigningKeys: Sendable {
  /// The keys at one moment.
  private struct Ring: Sendable {
    let signers: [JWSAlgorithm: JWTSigner]
    let publicKeys: JSONWebKeySet
    /// Verifies bearer tokens.
    let verifier: CachingVerifier
    /// Verifies ID tokens that clients send again. They may be as old as a session.
    let hintVerifier: JWTVerifier
    let loadedAt: Date
  }

  private let store: any Store
  private let key: DerivedKey
  private let library: OpenSSLContext
  private let clock: WallClock
  /// The algorithms that tokens are signed with. There is always a key for each of them.
  private let algorithms: Set<JWSAlgorithm>
  private let state: Monitor<State>

  private struct State: Sendable {
    var ring: Ring
    /// The reload in progress. Other requests that need the keys wait for it.
    var reloading: Task<Ring, any Error>?
    /// The number of reloads that have started. If two overlap, the result of the later one is newer.
    var reloads = 0
  }

  private init(
    store: any Store, key: DerivedKey, library: OpenSSLContext, clock: WallClock,
    algorithms: Set<JWSAlgorithm>, ring: Ring
  ) {
    self.store = store
    self.key = key
    self.library = library
    self.clock = clock
    self.algorithms = algorithms
    state = Monitor(State(ring: ring))
  }

  /// Reads the keys. If an algorithm has no key, makes its first one.
  ///
  /// - Throws: ``MasterKeyError/Code/wrong`` if the keys were sealed with another master key.
  package static func load(
    from store: any Store, sealedUnder key: DerivedKey, library: OpenSSLContext, clock: WallClock,
    algorithms: Set<JWSAlgorithm> = [.es256]
  ) async throws -> SigningKeys {
    let present = SigningKeySchedule.continuing(try await store.read { try $0.signingKeys() })
    let fresh = try algorithms.subtracting(present).map {
      try Self.newRecord($0, sealedUnder: key, library: library, at: clock.now)
    }
    let records = try await store.write { transaction in
      // Two servers may start at the same time with an empty store. The transaction ensures that only one adds keys.
      for record in fresh { try Self.ensureSuccessor(record, in: transaction) }
      return try transaction.signingKeys()
    }
    let ring = try Self.ring(of: records, key, library, clock.now)
    return SigningKeys(
      store: store, key: key, library: library, clock: clock, algorithms: algorithms, ring: ring)
  }

  /// - Throws: ``MasterKeyError`` if the store has no usable key for the algorithm.
  package func signer(_ algorithm: JWSAlgorithm = .es256) async throws -> JWTSigner {
    guard let signer = try await current().signers[algorithm] else { throw Self.noKey(algorithm) }
    return signer
  }

  private static func noKey(_ algorithm: JWSAlgorithm) -> MasterKeyError {
    MasterKeyError(.unreadable, "the store holds no usable \(algorithm.rawValue) signing key")
  }

  package func verifier() async throws -> CachingVerifier { try await current().verifier }

  /// Signs bearer tokens with the active ES256 key.
  ///
  /// - Throws: as ``signer(_:)``.
  package func bearerSigner() async throws -> BearerSigner {
    let ring = try await current()
    guard let signer = ring.signers[.es256] else { throw Self.noKey(.es256) }
    return BearerSigner(signer: signer, verifier: ring.verifier)
  }

  package func hintVerifier() async throws -> JWTVerifier { try await current().hintVerifier }

  /// The published key set (RFC 7517 §5).
  package func published() async throws -> JSONValue { try await current().publicKeys.json() }

  /// Reads the keys again, before the next regular time. A change of the keys must be stored before the call.
  package func reload() async throws { _ = try await state.withLock { reload(&$0) }.value }

  /// Makes a new key for each algorithm and retires the others. Returns the ids of the new keys, ES256 first. Tokens
  /// of the retired keys stay valid until they expire.
  ///
  /// `origin` is the party that rotates the keys. `checked` is a store that also checks the rights of that party; nil for no check.
  package func rotate(
    by origin: EventOrigin = .system, in checked: (any Store)? = nil
  ) async throws -> [String] {
    let now = clock.now
    let fresh = try await newRecords(at: now)
    try await (checked ?? store).write { transaction in
      for var record in try transaction.signingKeys() where record.retiredAt == nil {
        record.retiredAt = now.addingTimeInterval(SigningKeySchedule.settlingTime)
        try transaction.update(record)
      }
      for record in fresh { try transaction.insert(record) }
      try transaction.record(.keyRotated(fresh.map(\.id)), about: EventSubjects(), by: origin, at: now)
    }
    try await reload()
    return fresh.map(\.id)
  }

  /// A new key for each algorithm that is configured or has a key in use.
  private func newRecords(at now: Date) async throws -> [SigningKeyRecord] {
    let present = SigningKeySchedule.continuing(try await store.read { try $0.signingKeys() })
    return try algorithms.union(present).sorted { $0.rawValue < $1.rawValue }.map {
      try Self.newRecord($0, sealedUnder: key, library: library, at: now)
    }
  }

  /// Revokes a key, which invalidates its tokens. Returns false if there is no such key or it is already revoked.
  ///
  /// `origin` is the party that revokes the key. `checked` is a store that also checks the rights of that party; nil for no check.
  package func revoke(
    _ id: String, by origin: EventOrigin = .system, in checked: (any Store)? = nil
  ) async throws -> Bool {
    let now = clock.now
    let algorithm = try await store.read { try $0.signingKeys() }.first { $0.id == id }
      .flatMap { JWSAlgorithm(rawValue: $0.algorithm) }
    guard let algorithm else { return false }
    let fresh = try Self.newRecord(algorithm, sealedUnder: key, library: library, at: now)
    let revoked = try await (checked ?? store).write { transaction in
      guard var record = try transaction.signingKeys().first(where: { $0.id == id }), record.revokedAt == nil
      else {
        return false
      }
      record.revokedAt = now
      try transaction.update(record)
      try Self.ensureSuccessor(fresh, in: transaction)
      try transaction.record(.keyRevoked(id), about: EventSubjects(), by: origin, at: now)
      return true
    }
    try await reload()
    return revoked
  }

  /// Adds `fresh` if every other key of its algorithm is revoked or has a time of retirement. If a key would retire
  /// before caches have the new key, its retirement is delayed until then.
  private static func ensureSuccessor(_ fresh: SigningKeyRecord, in transaction: any StoreWriting) throws {
    let records = try transaction.signingKeys()
    guard let algorithm = JWSAlgorithm(rawValue: fresh.algorithm),
      !SigningKeySchedule.continuing(records).contains(algorithm)
    else { return }
    let settled = fresh.createdAt.addingTimeInterval(SigningKeySchedule.settlingTime)
    for var record in records where record.revokedAt == nil && record.algorithm == fresh.algorithm {
      guard let retiredAt = record.retiredAt, retiredAt > fresh.createdAt, retiredAt < settled else {
        continue
      }
      record.retiredAt = settled
      try transaction.update(record)
    }
    try transaction.insert(fresh)
  }

  private func current() async throws -> Ring {
    let ring = state.withLock { $0.ring }
    if isFresh(ring) { return ring }
    let reloaded = try await state.withLock { $0.reloading ?? reload(&$0) }.value
    // The reload may have started long before this call.
    if isFresh(reloaded) { return reloaded }
    return try await state.withLock { $0.reloading ?? reload(&$0) }.value
  }

  private func isFresh(_ ring: Ring) -> Bool {
    // If the clock was set back, the age of the keys is unknown.
    (0...SigningKeySchedule.refreshInterval).contains(clock.now.timeIntervalSince(ring.loadedAt))
  }

  /// Starts to read the keys again.
  private func reload(_ state: inout State) -> Task<Ring, any Error> {
    state.reloads += 1
    let task = Task { [number = state.reloads] in
      do {
        let fresh = try await read()
        finish(reload: number, fresh)
        return fresh
      } catch {
        finish(reload: number, nil)
        throw error
      }
    }
    state.reloading = task
    return task
  }

  private func read() async throws -> Ring {
    let now = clock.now
    let records = try await store.read { try $0.signingKeys() }
    return try Self.ring(of: records, key, library, now, keeping: state.withLock { $0.ring.signers })
  }

  private func finish(reload number: Int, _ fresh: Ring?) {
    state.withLock { state in
      // A later reload may already have finished. Its result is newer and is kept.
      guard number == state.reloads else { return }
      state.reloading = nil
      if let fresh { state.ring = fresh }
    }
  }

  /// The active signer is reused, because opening an RSA key takes longer than many requests.
  private static func ring(
    of records: [SigningKeyRecord], _ key: DerivedKey, _ library: OpenSSLContext, _ now: Date,
    keeping known: [JWSAlgorithm: JWTSigner] = [:]
  ) throws -> Ring {
    var signers: [JWSAlgorithm: JWTSigner] = [:]
    for algorithm in SigningKeySchedule.algorithms {
      guard let active = SigningKeySchedule.active(of: records, algorithm, at: now) else { continue }
      if let signer = known[algorithm], signer.keyID == active.id {
        signers[algorithm] = signer
      } else {
        signers[algorithm] = try JWTSigner(key: try open(active, key), context: library)
      }
    }
    guard signers[.es256] != nil else {
      throw MasterKeyError(.unreadable, "the store holds no usable signing key")
    }
    func keys(_ isMeant: (SigningKeyRecord) -> Bool) throws -> JSONWebKeySet {
      try JSONWebKeySet(records.filter(isMeant).map { try JSONWebKey(parsing: $0.publicKey) })
    }
    let publicKeys = try keys { SigningKeySchedule.isInForce($0, at: now) }
    let hintKeys = try keys { SigningKeySchedule.provesHints($0, at: now) }
    return Ring(
      signers: signers, publicKeys: publicKeys,
      verifier: CachingVerifier(
        JWTVerifier(keys: publicKeys, algorithms: [.es256], context: library), library: library),
      hintVerifier: JWTVerifier(
        keys: hintKeys, algorithms: Set(SigningKeySchedule.algorithms), context: library),
      loadedAt: now)
  }

  /// Whether a record was sealed with a key.
  package static func opens(_ record: SigningKeyRecord, with key: DerivedKey) -> Bool {
    (try? open(record, key)) != nil
  }

  private static func open(_ record: SigningKeyRecord, _ key: DerivedKey) throws -> JSONWebKey {
    do {
      return try JSONWebKey(parsing: key.open(record.sealedPrivateKey, purpose: [UInt8](record.id.utf8)))
    } catch {
      throw MasterKeyError(
        .wrong,
        "the signing keys in the store were encrypted with another master key; configure the one they were created with"
      )
    }
  }

  private static func newRecord(
    _ algorithm: JWSAlgorithm, sealedUnder key: DerivedKey, library: OpenSSLContext, at now: Date
  ) throws -> SigningKeyRecord {
    var jwk: JSONWebKey
    repeat {
      jwk = try JSONWebKey.generate(algorithm, context: library)
      // A command would take an id that begins with `-` for an option.
    } while jwk.thumbprint.hasPrefix("-")
    let id = jwk.thumbprint
    guard let publicKey = jwk.json(), let privateKey = jwk.json(includingPrivate: true) else {
      throw MasterKeyError(.unreadable, "a new signing key could not be encoded")
    }
    return SigningKeyRecord(
      id: id, algorithm: algorithm.rawValue, publicKey: JSONValue.object(publicKey).serialized(),
      sealedPrivateKey: try key.seal(JSONValue.object(privateKey).serialized(), purpose: [UInt8](id.utf8)),
      createdAt: now)
  }
}
