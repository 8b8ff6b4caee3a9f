import Encodings
import Foundation

/// One device that is signed in.
struct Session: Sendable {
  let id: String
  let user: String
  let createdAt: Date
  var lastUsedAt: Date
  let expiresAt: Date
  /// The proofs that it rests on, one for each identity; none in a session of an anonymous user.
  var proofs: [Proof]
  var endedAt: Date?
  let device: String?
  let network: String
  let salt: [UInt8]
  /// The number of the refresh token that can be used.
  var counter: UInt64 = 0
  /// When the one before it was used, and with which `Idempotency-Key`.
  var rotatedAt: Date?
  var rotationKey: String?

  /// An identity that was proven in the session.
  struct Proof: Sendable {
    let identity: String
    let method: String
    var provenAt: Date
  }

  /// When the user last proved an identity.
  var authenticatedAt: Date { proofs.map(\.provenAt).max() ?? createdAt }

  var methods: [String] {
    guard !proofs.isEmpty else { return ["anonymous"] }
    return proofs.map(\.method).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether it was opened for an anonymous user.
  var isAnonymous: Bool { proofs.allSatisfy { $0.method == "anonymous" } }

  mutating func record(_ proof: Proof) {
    if let place = proofs.firstIndex(where: { $0.identity == proof.identity }) {
      proofs[place] = proof
    } else {
      proofs.append(proof)
    }
  }

  func isLive(at now: Date) -> Bool { endedAt == nil && now < expiresAt }

  /// One row of a session list.
  func json(current: String, application: String) -> JSONObject {
    [
      "id": .string(id), "current": .bool(id == current), "created_at": .time(createdAt),
      "last_used_at": .time(lastUsedAt), "expires_at": .time(expiresAt), "application": .string(application),
      "device": .text(device), "network": .string(network), "amr": .strings(methods),
    ]
  }
}
