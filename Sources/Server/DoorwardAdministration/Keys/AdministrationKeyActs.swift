package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The acts on keys of the administration.
package struct AdministrationKeyActs: Sendable {
  /// The lifetime of a key whose creator gives none, in seconds: 90 days.
  package static let standardLifetime: Int64 = 90 * 24 * 3600
  /// The lifetimes that a key may have, in seconds: an hour to 366 days.
  package static let lifetimes: ClosedRange<Int64> = 3600...31_622_400

  private var store: any Store
  private let clock: WallClock
  private let random: RandomSource

  package init(store: any Store, clock: WallClock, random: RandomSource) {
    self.store = store
    self.clock = clock
    self.random = random
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> AdministrationKeyActs {
    var acts = self
    acts.store = store
    return acts
  }

  /// Makes a key. The store keeps only a hash, so the answer is the only copy.
  ///
  /// - Parameters:
  ///   - name: distinguishes the key from others.
  ///   - scopes: what the key may do.
  ///   - lifetime: its lifetime in seconds.
  ///   - creator: the administrator who makes it; nil for the command line.
  ///   - end: the key expires no later; nil for no such limit.
  ///   - origin: the party that acts, for the event.
  /// - Returns: the key.
  /// - Throws: ``StoreError``; the errors of the random source.
  package func create(
    _ name: String, _ scopes: Set<AdministrationScope>, lifetime: Int64, creator: User.ID?,
    until end: Date? = nil, by origin: EventOrigin
  ) async throws -> (AdministrationKey, AdministrationKeyText) {
    let (now, text) = (clock.now, try AdministrationKeyText(random: random))
    let expiry = now.addingTimeInterval(TimeInterval(lifetime))
    let key = AdministrationKey(
      id: try AdministrationKey.ID(at: now, random: random), name: name, hash: text.hash, scopes: scopes,
      creator: creator, createdAt: now, expiresAt: end.map { min($0, expiry) } ?? expiry)
    try await store.write { transaction in
      try transaction.insert(key)
      try transaction.record(
        .administrationKeyCreated(key.id), about: EventSubjects(user: creator), by: origin, at: now)
    }
    return (key, text)
  }

  /// Every key, oldest first. Revoked and expired keys are included.
  package func all() async throws -> [AdministrationKey] {
    try await store.read { try $0.administrationKeys() }
  }

  /// Revokes a key immediately; false if no valid key has this id.
  package func revoke(_ id: AdministrationKey.ID, by origin: EventOrigin) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.revokeAdministrationKey(id, at: now) else { return false }
      try transaction.record(.administrationKeyRevoked(id), about: EventSubjects(), by: origin, at: now)
      return true
    }
  }
}

extension AdministrationKey {
  /// The key without its secret.
  package var json: JSONObject {
    [
      "id": .string(id.text), "name": .string(name), "scopes": .strings(scopeNames),
      "created_by": .text(creator?.text), "created_at": .time(createdAt), "expires_at": .time(expiresAt),
      "revoked_at": .time(revokedAt),
    ]
  }
}
