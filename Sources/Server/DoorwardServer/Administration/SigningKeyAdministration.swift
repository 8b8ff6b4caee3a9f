package import DoorwardAdministration
import DoorwardSessions
import DoorwardStore

/// The operator's commands on the keys that sign tokens.
extension Administration {
  private var signingKeyActs: SigningKeyActs {
    SigningKeyActs(store: installation.store, clock: clock, keys: installation.signingKeys)
  }

  /// The time between the publication of a new signing key and its first signature, in seconds.
  package static var signingKeySettlingTime: Int { Int(SigningKeySchedule.settlingTime) }

  /// Every signing key, oldest first, also those that have expired or are revoked.
  package func signingKeys() async throws -> [SigningKeyStatus] { try await signingKeyActs.all() }

  /// Makes a new signing key for each algorithm in use and returns their `kid`s, ES256 first. The keys are published
  /// immediately and sign after ``signingKeySettlingTime``.
  package func rotateSigningKeys() async throws -> [String] {
    try await act(.signingKeyRotation) { details in
      let ids = try await signingKeyActs.rotate(by: origin)
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
      try await signingKeyActs.revoke(id, by: origin)
    }
  }
}
