package import DoorwardHTTP
package import DoorwardIdentifiers
import DoorwardServerRules
import DoorwardWire
package import Encodings

/// The change of a user name that a request asks for.
package enum UserNameChange: Sendable {
  case remove
  case set(UserName)

  /// Reads the member `username`; nil if the body does not have the member.
  ///
  /// - Throws: `Problem` 400 `wrong_type`, 422 for a text that is not a user name.
  package init?(_ body: JSONObject) throws(DoorwardHTTP.Problem) {
    switch body[WireUser.Members.username] {
    case nil: return nil
    case .null?: self = .remove
    case .string(let text)?: self = .set(try UserName(admitting: text))
    default:
      throw .notTextOrNull(WireUser.Members.username)
    }
  }

  /// The new name; nil if the name is removed.
  var name: UserName? {
    switch self {
    case .remove: nil
    case .set(let name): name
    }
  }
}
