package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// The acts on API keys of backends.
package struct BackendKeyActs: Sendable {
  private var store: any Store
  private let clock: WallClock
  private let random: RandomSource

  package init(store: any Store, clock: WallClock, random: RandomSource) {
    self.store = store
    self.clock = clock
    self.random = random
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> BackendKeyActs {
    var acts = self
    acts.store = store
    return acts
  }

  /// Makes an API key for one application. The store keeps only a hash, so the answer is the only copy.
  ///
  /// - Throws: ``StoreError``; the errors of the random source.
  package func create(
    _ name: String, for application: String, _ scopes: Set<APIKeyScope>, by origin: EventOrigin
  ) async throws -> (APIKeyRecord, APIKey) {
    let key = try APIKey(random: random)
    let record = APIKeyRecord(
      id: try APIKeyRecord.ID(at: clock.now, random: random), applicationID: application, name: name,
      hash: key.hash, scopes: scopes, createdAt: clock.now)
    try await store.write { transaction in
      try transaction.insert(record)
      try transaction.record(
        .apiKeyCreated(record.id), about: EventSubjects(application: application), by: origin,
        at: record.createdAt)
    }
    return (record, key)
  }

  /// Every API key, oldest first. Revoked keys are included.
  package func all() async throws -> [APIKeyRecord] { try await store.read { try $0.apiKeys() } }

  /// Revokes a key immediately.
  ///
  /// - Returns: the revoked key; nil if no valid key has this id.
  /// - Throws: ``StoreError``.
  package func revoke(_ id: String, by origin: EventOrigin) async throws -> APIKeyRecord? {
    let now = clock.now
    return try await store.write { transaction -> APIKeyRecord? in
      guard var record = try transaction.apiKeys().first(where: { $0.id.text == id }), record.revokedAt == nil
      else { return nil }
      record.revokedAt = now
      try transaction.update(record)
      try transaction.record(
        .apiKeyRevoked(record.id), about: EventSubjects(application: record.applicationID), by: origin,
        at: now)
      return record
    }
  }
}

extension APIKeyRecord {
  /// The key without its secret.
  package var json: JSONObject {
    [
      "id": .string(id.text), "application": .string(applicationID), "name": .string(name),
      "scopes": .strings(scopeNames), "created_at": .time(createdAt), "revoked_at": .time(revokedAt),
    ]
  }
}
