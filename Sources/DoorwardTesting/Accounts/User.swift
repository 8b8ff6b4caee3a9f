import DoorwardWire
import Encodings
import Foundation

/// A user of the double.
struct User: Sendable {
  let id: String
  var isAnonymous: Bool
  let createdAt: Date
  var texts: [ProfileText: String] = [:]
  var metadata: JSONObject = [:]
  var appMetadata: JSONObject = [:]
  var lastSignInAt: Date

  /// User of the HTTP contract.
  func json(_ identities: [Identity]) -> JSONObject {
    var user = WireUser(id: id, isAnonymous: isAnonymous)
    user.createdAt = createdAt
    user.name = texts[.name]
    user.firstName = texts[.firstName]
    user.lastName = texts[.lastName]
    user.locale = texts[.locale]
    user.metadata = metadata
    user.appMetadata = appMetadata
    user.identities = identities.map(\.wire)
    user.lastSignInAt = lastSignInAt
    return user.json
  }
}
