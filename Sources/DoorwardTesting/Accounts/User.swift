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
