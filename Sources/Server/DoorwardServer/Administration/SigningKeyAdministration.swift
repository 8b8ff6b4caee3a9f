import DoorwardSessions
import DoorwardStore

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
}

extension Administration {
  /// The time between the publication of a new signing key and its first signature, in seconds.
  package static var signingKeySettlingTime: Int { Int(SigningKeySchedule.settlingTime) }

  /// Every signing key, oldest first. Expired and revoked keys are kept, so that the operator can find the key of an
  /// old token.
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

  /// Makes a new signing key for each algorithm in use and returns their `kid`s, ES256 first. The keys are published
  /// immediately and sign after ``signingKeySettlingTime``.
  package func rotateSigningKeys() async throws -> [String] {
    try await act(.signingKeyRotation) { details in
      let ids = try await installation.signingKeys.rotate()
      details.key = ids.joined(separator: " ")
      return ids
    }
  }

  /// Revokes a signing key and every token that it signed; false if there is no such key to revoke.
  package func revokeSigningKey(_ id: String) async throws -> Bool {
    var details = SecurityLog.Details()
    // An id that names no key is any text.
    details.key = try await signingKeys().first { $0.id == id }?.id
    return try await actIfFound(.signingKeyRevocation, details) { _ in
      try await installation.signingKeys.revoke(id)
    }
  }
}
