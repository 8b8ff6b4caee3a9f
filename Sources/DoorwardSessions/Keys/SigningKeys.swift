package import DoorwardOpenSSL
package import DoorwardStore
package import Encodings
package import JOSE
package import JOSESignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys that sign tokens: the one in use, those that are published ahead of their use, and those whose
/// tokens are still valid.
///
/// The store is asked again once a minute, so that a key made or revoked by another process, or by the
/// command line, is known here soon. ``SigningKeySchedule`` says when each key does what.
package actor SigningKeys {
  /// What the master key's derived key that seals them is for.
  package static let sealingPurpose = "signing-keys"

  /// What the records come to at one moment.
  private struct Ring: Sendable {
    let signers: [JWSAlgorithm: JWTSigner]
    let publicKeys: JSONWebKeySet
    /// Of tokens that come back as bearers.
    let verifier: JWTVerifier
    /// Of ID tokens that clients show again, as old as a session may be.
    let hintVerifier: JWTVerifier
    let loadedAt: Date
  }

  private let store: any Store
  private let key: DerivedKey
  private let library: OpenSSLContext
  private let clock: WallClock
  /// What tokens are to be signed with; there is always a key for each.
  private let algorithms: Set<JWSAlgorithm>
  private var ring: Ring
  /// The reload under way: whoever needs the keys meanwhile waits for that one.
  private var reloading: Task<Ring, any Error>?
  /// How many reloads have begun. Of two that overlap, the one that began later knows more.
  private var reloads = 0

  private init(
    store: any Store, key: DerivedKey, library: OpenSSLContext, clock: WallClock,
    algorithms: Set<JWSAlgorithm>, ring: Ring
  ) {
    self.store = store
    self.key = key
    self.library = library
    self.clock = clock
    self.algorithms = algorithms
    self.ring = ring
  }

  /// Reads the keys, and makes the first one of each algorithm where there is none.
  ///
  /// - Throws: ``MasterKeyError/Code/wrong`` where they were sealed under another master key.
  package static func load(
    from store: any Store, sealedUnder key: DerivedKey, library: OpenSSLContext, clock: WallClock,
    algorithms: Set<JWSAlgorithm> = [.es256]
  ) async throws -> SigningKeys {
    let present = SigningKeySchedule.continuing(try await store.read { try $0.signingKeys() })
    let fresh = try algorithms.subtracting(present).map {
      try Self.newRecord($0, sealedUnder: key, library: library, at: clock.now)
    }
    let records = try await store.write { transaction in
      // Two servers may start at once on an empty store: inside the transaction only one finds it empty.
      for record in fresh { try Self.ensureSuccessor(record, in: transaction) }
      return try transaction.signingKeys()
    }
    let ring = try Self.ring(of: records, key, library, clock.now)
    return SigningKeys(
      store: store, key: key, library: library, clock: clock, algorithms: algorithms, ring: ring)
  }

  /// - Throws: ``MasterKeyError`` where there is no key for the algorithm: one that nobody said would be
  ///   asked for.
  package func signer(_ algorithm: JWSAlgorithm = .es256) async throws -> JWTSigner {
    guard let signer = try await current().signers[algorithm] else {
      throw MasterKeyError(.unreadable, "the store holds no usable \(algorithm.rawValue) signing key")
    }
    return signer
  }

  package func verifier() async throws -> JWTVerifier { try await current().verifier }

  package func hintVerifier() async throws -> JWTVerifier { try await current().hintVerifier }

  /// The key set as published (RFC 7517 §5).
  package func published() async throws -> JSONValue { try await current().publicKeys.json() }

  /// Makes a new key of each algorithm and retires the others; answers their ids, that of ES256 first. What the
  /// others signed stays valid until it expires.
  package func rotate() async throws -> [String] {
    let now = clock.now
    let fresh = try await newRecords(at: now)
    try await store.write { transaction in
      for var record in try transaction.signingKeys() where record.retiredAt == nil {
        record.retiredAt = now.addingTimeInterval(SigningKeySchedule.settlingTime)
        try transaction.update(record)
      }
      for record in fresh { try transaction.insert(record) }
    }
    _ = try await reload().value
    return fresh.map(\.id)
  }

  /// A new key of each algorithm that is asked for, or has been.
  private func newRecords(at now: Date) async throws -> [SigningKeyRecord] {
    let present = SigningKeySchedule.continuing(try await store.read { try $0.signingKeys() })
    return try algorithms.union(present).sorted { $0.rawValue < $1.rawValue }.map {
      try Self.newRecord($0, sealedUnder: key, library: library, at: now)
    }
  }

  /// Makes a key worthless, with all that it signed; false where there is no such key.
  package func revoke(_ id: String) async throws -> Bool {
    let now = clock.now
    let algorithm = try await store.read { try $0.signingKeys() }.first { $0.id == id }
      .flatMap { JWSAlgorithm(rawValue: $0.algorithm) }
    guard let algorithm else { return false }
    let fresh = try Self.newRecord(algorithm, sealedUnder: key, library: library, at: now)
    let revoked = try await store.write { transaction in
      guard var record = try transaction.signingKeys().first(where: { $0.id == id }), record.revokedAt == nil
      else {
        return false
      }
      record.revokedAt = now
      try transaction.update(record)
      try Self.ensureSuccessor(fresh, in: transaction)
      return true
    }
    _ = try await reload().value
    return revoked
  }

  /// Adds `fresh` where no key of its algorithm goes on signing. A key that was to retire before caches have
  /// seen the new one signs until then.
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
    // A clock that was set back says nothing of how old this is.
    let age = clock.now.timeIntervalSince(ring.loadedAt)
    guard !(0...SigningKeySchedule.refreshInterval).contains(age) else { return ring }
    return try await (reloading ?? reload()).value
  }

  /// Begins to read the keys anew; a change of them must be in the store before.
  private func reload() -> Task<Ring, any Error> {
    reloads += 1
    let task = Task { [reloads] in try await read(asReload: reloads) }
    reloading = task
    return task
  }

  private func read(asReload number: Int) async throws -> Ring {
    defer { if number == reloads { reloading = nil } }
    let now = clock.now
    let records = try await store.read { try $0.signingKeys() }
    let fresh = try Self.ring(of: records, key, library, now, keeping: ring.signers)
    // Another one that began meanwhile may have read, and even answered, before this one: its word stands.
    if number == reloads { ring = fresh }
    return fresh
  }

  /// A key that signs already is not opened again: to check an RSA key takes longer than many a request.
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
      verifier: JWTVerifier(keys: publicKeys, algorithms: [.es256], context: library),
      hintVerifier: JWTVerifier(
        keys: hintKeys, algorithms: Set(SigningKeySchedule.algorithms), context: library),
      loadedAt: now)
  }

  /// Whether a record was sealed under a key.
  package static func opens(_ record: SigningKeyRecord, with key: DerivedKey) -> Bool {
    (try? open(record, key)) != nil
  }

  private static func open(_ record: SigningKeyRecord, _ key: DerivedKey) throws -> JSONWebKey {
    do {
      return try JSONWebKey(parsing: key.open(record.sealedPrivateKey, purpose: [UInt8](record.id.utf8)))
    } catch {
      throw MasterKeyError(
        .wrong,
        "the signing keys in the store were sealed under another master key; give the one they were made with"
      )
    }
  }

  private static func newRecord(
    _ algorithm: JWSAlgorithm, sealedUnder key: DerivedKey, library: OpenSSLContext, at now: Date
  ) throws -> SigningKeyRecord {
    let jwk = try JSONWebKey.generate(algorithm, context: library)
    let id = jwk.thumbprint
    guard let publicKey = jwk.json(), let privateKey = jwk.json(includingPrivate: true) else {
      throw MasterKeyError(.unreadable, "a new signing key could not be written down")
    }
    return SigningKeyRecord(
      id: id, algorithm: algorithm.rawValue, publicKey: JSONValue.object(publicKey).serialized(),
      sealedPrivateKey: try key.seal(JSONValue.object(privateKey).serialized(), purpose: [UInt8](id.utf8)),
      createdAt: now)
  }
}
