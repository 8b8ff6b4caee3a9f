import Encodings
import Foundation

/// One device that is signed in.
struct Session: Sendable {
  let id: String
  let user: String
  let createdAt: Date
  var lastUsedAt: Date
  let expiresAt: Date
  var authenticatedAt: Date
  var methods: [String]
  var endedAt: Date?
  let device: String?
  let network: String
  let salt: [UInt8]
  /// The number of the refresh token that can be used.
  var counter: UInt64 = 0
  /// When the one before it was used, and with which `Idempotency-Key`.
  var rotatedAt: Date?
  var rotationKey: String?

  /// Nobody has proven anything in it.
  var isAnonymous: Bool { methods.contains("anonymous") }

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
