import Doorward
import DoorwardWire
import Encodings
import Foundation

/// The output about a user.
struct UserListing {
  private let user: DoorwardUser

  init(_ user: DoorwardUser) { self.user = user }

  /// The name of the user, or an identifier if the user has none.
  var name: String {
    let info = user.info
    return info.name ?? info.email ?? info.username ?? info.identities.first?.identifier ?? info.id
  }

  /// The text for users.
  var text: EscapedText {
    let info = user.info
    var rows = [
      ("name", info.name), ("id", info.id), ("email", info.email), ("phone", info.phoneNumber),
      ("user name", info.username),
    ]
    for identity in info.identities where !["email", "phone", "username"].contains(identity.type) {
      let place = identity.network.map { " (\($0))" } ?? ""
      rows.append((identity.type, identity.identifier + place))
    }
    rows.append(("photo", info.picture))
    rows.append(("signed in", info.lastSignInAt.map { Timestamp($0).rfc3339 }))
    let lines = rows.compactMap { row in
      row.1.map { value -> EscapedText in "\("\(row.0):".padding(to: 12))\(value)" }
    }
    return EscapedText(lines, separator: "\n")
  }

  /// The JSON for programs.
  var json: EscapedText {
    let info = user.info
    var object: JSONObject = ["id": .string(info.id), "kind": info.isAnonymous ? "anonymous" : "registered"]
    for field in UserClient.Field.allCases { object[field.text.rawValue] = .text(info[field]) }
    let texts = [
      ("email", info.email), ("phone_number", info.phoneNumber), ("username", info.username),
      ("picture", info.picture),
    ]
    for (key, value) in texts { object[key] = .text(value) }
    object["has_password"] = .bool(info.hasPassword)
    object["identities"] = .array(
      info.identities.map { identity in
        [
          "id": .string(identity.id), "type": .string(identity.type),
          "identifier": .string(identity.identifier),
          "network": .text(identity.network),
        ]
      })
    object["metadata"] = .object(info.metadata.object)
    object["app_metadata"] = .object(info.appMetadata.object)
    object["verified"] = .bool(user.isVerified)
    return EscapedText(json: .object(object))
  }
}
