import DoorwardSessions
import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A token-signing key as an operator sees it.
package struct SigningKeyStatus: Sendable {
  /// What the key does at the moment.
  package enum State: String, Sendable {
    /// New tokens are signed with it.
    case signing
    /// It is published, and signs once every cache has seen it.
    case published
    /// It signs nothing more; what it signed stays valid until it expires.
    case retired
    /// Everything it signed has expired: it is no longer published, and nothing in its name is believed.
    case expired
    /// Nothing it signed is valid.
    case revoked
  }

  /// The `kid` of its tokens.
  package let id: String
  package let algorithm: String
  package let state: State
  package let createdAt: Date
  /// From when on it signs nothing; it may lie ahead.
  package let retiredAt: Date?
  package let revokedAt: Date?
}

extension Administration {
  /// How long a new signing key is published before it signs, in seconds.
  package static var signingKeySettlingTime: Int { Int(SigningKeySchedule.settlingTime) }

  /// Every signing key, oldest first; expired and revoked ones are kept, so that the key of an old token can
  /// be named.
  package func signingKeys() async throws -> [SigningKeyStatus] {
    let records = try await installation.store.read { try $0.signingKeys() }
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
        retiredAt: record.retiredAt, revokedAt: record.revokedAt)
    }
  }

  /// Makes a new signing key of each algorithm in use and answers their `kid`s, that of ES256 first; they are
  /// published at once and sign once every cache has seen them.
  package func rotateSigningKeys() async throws -> [String] { try await installation.signingKeys.rotate() }

  /// Makes a signing key worthless, with every token it signed; false where there is none to revoke.
  package func revokeSigningKey(_ id: String) async throws -> Bool {
    try await installation.signingKeys.revoke(id)
  }
}
