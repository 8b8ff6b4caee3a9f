import Encodings
import Foundation

/// A user as the double keeps them.
struct User: Sendable {
  let id: String
  var isAnonymous: Bool
  let createdAt: Date
  var texts: [String: String] = [:]
  var metadata: JSONObject = [:]
  var appMetadata: JSONObject = [:]
  var lastSignInAt: Date

  /// User of the HTTP contract. Members that have no value are null.
  func json(_ identities: [Identity]) -> JSONObject {
    [
      "id": .string(id), "kind": isAnonymous ? "anonymous" : "registered", "created_at": .time(createdAt),
      "name": .text(texts["name"]), "first_name": .text(texts["first_name"]),
      "last_name": .text(texts["last_name"]), "email": nil, "email_verified": false, "phone_number": nil,
      "phone_number_verified": false, "username": nil, "picture": nil, "locale": .text(texts["locale"]),
      "metadata": .object(metadata), "app_metadata": .object(appMetadata),
      "identities": .array(identities.map { .object($0.json) }), "has_password": false,
      "last_sign_in_at": .time(lastSignInAt),
    ]
  }
}

extension JSONValue {
  static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
  static func time(_ value: Date?) -> JSONValue { value.map { .string(Timestamp($0).rfc3339) } ?? .null }
}

extension JSONObject {
  /// RFC 7396 §2.
  func merging(patch: JSONObject) -> JSONObject {
    var result = self
    for member in patch {
      switch member.value {
      case .null: result[member.key] = nil
      case .object(let child):
        result[member.key] = .object((result[member.key]?.object ?? [:]).merging(patch: child))
      default: result[member.key] = member.value
      }
    }
    return result
  }
}
