package import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The status of a token-signing key, for the operator.
package struct SigningKeyStatus: Sendable {
  /// The current state of a key.
  package enum State: String, Sendable {
    /// The key signs new tokens.
    case signing
    /// The key is published, but does not sign yet. Caches must fetch it first.
    case published
    /// The key no longer signs. Its tokens stay valid until they expire.
    case retired
    /// All tokens of the key have expired. The key is no longer published or accepted.
    case expired
    /// The key and all of its tokens are invalid.
    case revoked
  }

  /// The `kid` of its tokens.
  package let id: String
  package let algorithm: String
  package let state: State
  package let createdAt: Date
  /// The time from which the key no longer signs. It may be in the future.
  package let retiredAt: Date?
  package let revokedAt: Date?
  /// The time from which no token of the key is accepted; nil if no end is known. It may be in the future.
  package let tokensEndAt: Date?

  var json: JSONValue {
    [
      "id": .string(id), "algorithm": .string(algorithm), "state": .string(state.rawValue),
      "created_at": .time(createdAt), "retired_at": .time(retiredAt), "revoked_at": .time(revokedAt),
      "tokens_end_at": .time(tokensEndAt),
    ]
  }
}

/// The acts on the keys that sign tokens.
package struct SigningKeyActs: Sendable {
  private var store: any Store
  private let clock: WallClock
  private let keys: SigningKeys

  package init(store: any Store, clock: WallClock, keys: SigningKeys) {
    self.store = store
    self.clock = clock
    self.keys = keys
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> SigningKeyActs {
    var acts = self
    acts.store = store
    return acts
  }

  /// Every signing key, oldest first. Expired and revoked keys are kept, so that the operator can find the key of an
  /// old token.
  package func all() async throws -> [SigningKeyStatus] {
    let records = try await store.read { try $0.signingKeys() }
    let now = clock.now
    let active = SigningKeySchedule.algorithms.compactMap {
      SigningKeySchedule.active(of: records, $0, at: now)?.id
    }
    return records.map { record in
      let state: SigningKeyStatus.State =
        if record.revokedAt != nil {
          .revoked
        } else if !SigningKeySchedule.isInForce(record, at: now) {
          .expired
        } else if active.contains(record.id) {
          .signing
        } else if let retiredAt = record.retiredAt, now >= retiredAt {
          .retired
        } else {
          .published
        }
      return SigningKeyStatus(
        id: record.id, algorithm: record.algorithm, state: state, createdAt: record.createdAt,
        retiredAt: record.retiredAt, revokedAt: record.revokedAt,
        tokensEndAt: SigningKeySchedule.end(of: record))
    }
  }

  /// Makes a new signing key for each algorithm in use and returns their `kid`s, ES256 first.
  package func rotate(by origin: EventOrigin) async throws -> [String] {
    try await keys.rotate(by: origin, in: store)
  }

  /// Revokes a signing key and every token that it signed; false if there is no such key to revoke.
  package func revoke(_ id: String, by origin: EventOrigin) async throws -> Bool {
    try await keys.revoke(id, by: origin, in: store)
  }
}
