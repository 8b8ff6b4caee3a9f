import Encodings
import JOSE
import JOSESignatures
import OpenSSL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The keys that sign tokens: the one in use, those that are published ahead of their use, and those whose
/// tokens are still valid.
///
/// The store is asked again once a minute, so that a key made or revoked by another process, or by the
/// command line, is known here soon.
actor SigningKeys {
  /// How long others may keep the published set, in seconds.
  static let publishedMaxAge = 300
  /// How long a new key is published before it signs: twice what a cache may keep.
  static let settlingTime: TimeInterval = 600
  /// What the master key's derived key that seals them is for.
  static let sealingPurpose = "signing-keys"
  private static let refreshInterval: TimeInterval = 60

  /// What the records come to at one moment.
  private struct Ring: Sendable {
    let signer: JWTSigner
    let publicKeys: JSONWebKeySet
    let verifier: JWTVerifier
    let loadedAt: Date
  }

  private let store: any Store
  private let key: DerivedKey
  private let library: OpenSSLContext
  private let clock: WallClock
  private var ring: Ring

  private init(store: any Store, key: DerivedKey, library: OpenSSLContext, clock: WallClock, ring: Ring) {
    self.store = store
    self.key = key
    self.library = library
    self.clock = clock
    self.ring = ring
  }

  /// Reads the keys, and makes the first one where there is none.
  ///
  /// - Throws: ``MasterKeyError/Code/wrong`` where they were sealed under another master key.
  static func load(
    from store: any Store, sealedUnder key: DerivedKey, library: OpenSSLContext, clock: WallClock
  ) async throws -> SigningKeys {
    let fresh = try Self.newRecord(sealedUnder: key, library: library, at: clock.now)
    let records = try await store.write { transaction in
      // Two servers may start at once on an empty store: inside the transaction only one finds it empty.
      if try !transaction.signingKeys().contains(where: { $0.revokedAt == nil }) {
        try transaction.insert(fresh)
      }
      return try transaction.signingKeys()
    }
    let ring = try Self.ring(of: records, key, library, clock.now)
    return SigningKeys(store: store, key: key, library: library, clock: clock, ring: ring)
  }

  func signer() async throws -> JWTSigner { try await current().signer }

  func verifier() async throws -> JWTVerifier { try await current().verifier }

  /// The key set as published (RFC 7517 §5).
  func published() async throws -> JSONValue { try await current().publicKeys.json() }

  /// Makes a new key and retires the others; answers its id. What they signed stays valid until it expires.
  func rotate() async throws -> String {
    let now = clock.now
    let fresh = try Self.newRecord(sealedUnder: key, library: library, at: now)
    try await store.write { transaction in
      for var record in try transaction.signingKeys() where record.retiredAt == nil {
        record.retiredAt = now.addingTimeInterval(Self.settlingTime)
        try transaction.update(record)
      }
      try transaction.insert(fresh)
    }
    try await reload()
    return fresh.id
  }

  /// Makes a key worthless, with all that it signed; false where there is no such key.
  func revoke(_ id: String) async throws -> Bool {
    let now = clock.now
    let fresh = try Self.newRecord(sealedUnder: key, library: library, at: now)
    let revoked = try await store.write { transaction in
      guard var record = try transaction.signingKeys().first(where: { $0.id == id }), record.revokedAt == nil
      else {
        return false
      }
      record.revokedAt = now
      try transaction.update(record)
      if try !transaction.signingKeys().contains(where: { $0.revokedAt == nil && $0.retiredAt == nil }) {
        try transaction.insert(fresh)
      }
      return true
    }
    try await reload()
    return revoked
  }

  private func current() async throws -> Ring {
    if clock.now.timeIntervalSince(ring.loadedAt) > Self.refreshInterval { try await reload() }
    return ring
  }

  private func reload() async throws {
    let records = try await store.read { try $0.signingKeys() }
    ring = try Self.ring(of: records, key, library, clock.now)
  }

  private static func ring(
    of records: [SigningKeyRecord], _ key: DerivedKey, _ library: OpenSSLContext, _ now: Date
  ) throws -> Ring {
    let usable = records.filter { $0.revokedAt == nil }
    guard let active = active(of: records, at: now) else {
      throw MasterKeyError(.unreadable, "the store holds no usable signing key")
    }
    let privateKey = try open(active, key)
    let publicKeys = try JSONWebKeySet(usable.map { try JSONWebKey(parsing: $0.publicKey) })
    return Ring(
      signer: try JWTSigner(key: privateKey, context: library), publicKeys: publicKeys,
      verifier: JWTVerifier(keys: publicKeys, algorithms: [.es256], context: library), loadedAt: now)
  }

  /// The key that signs at a moment.
  static func active(of records: [SigningKeyRecord], at now: Date) -> SigningKeyRecord? {
    let usable = records.filter { $0.revokedAt == nil }
    let unretired = usable.filter { $0.retiredAt.map { now < $0 } ?? true }
    // The newest key that every cache has had time to see; on a young server, the oldest there is.
    let settled = unretired.last { now.timeIntervalSince($0.createdAt) >= settlingTime }
    return settled ?? unretired.first ?? usable.last
  }

  /// Whether a record was sealed under a key.
  static func opens(_ record: SigningKeyRecord, with key: DerivedKey) -> Bool {
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
    sealedUnder key: DerivedKey, library: OpenSSLContext, at now: Date
  ) throws -> SigningKeyRecord {
    let jwk = try JSONWebKey.generate(.es256, context: library)
    let id = jwk.thumbprint
    guard let publicKey = jwk.json(), let privateKey = jwk.json(includingPrivate: true) else {
      throw MasterKeyError(.unreadable, "a new signing key could not be written down")
    }
    return SigningKeyRecord(
      id: id, algorithm: JWSAlgorithm.es256.rawValue, publicKey: JSONValue.object(publicKey).serialized(),
      sealedPrivateKey: try key.seal(JSONValue.object(privateKey).serialized(), purpose: [UInt8](id.utf8)),
      createdAt: now)
  }
}
