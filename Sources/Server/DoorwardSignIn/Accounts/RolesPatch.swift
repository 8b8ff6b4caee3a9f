package import DoorwardHTTP
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
package import Encodings

/// The roles that a user shall have in an application, from now on.
package struct RolesPatch: Sendable {
  package let roles: [String]

  /// Reads the member `roles`; nil if the body does not have it. Null removes all roles.
  ///
  /// - Throws: ``Problem`` 400 `wrong_type`; 422 `unknown_role` for a role that the application does not list.
  package init?(in body: JSONObject, of application: Application) throws(Problem) {
    guard let value = body[WireUser.Members.roles] else { return nil }
    let texts = value == .null ? [] : value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count ?? 0 else {
      throw Problem(
        status: 400, code: WireCode.wrongType, detail: "roles must be an array of text, or null.")
    }
    try self.init(texts, of: application)
  }

  /// - Throws: ``Problem`` 422 `unknown_role`.
  package init(_ names: [String], of application: Application) throws(Problem) {
    guard names.allSatisfy(application.roles.contains) else {
      let known = application.roles.isEmpty ? "no roles" : application.roles.joined(separator: ", ")
      throw Problem(
        status: 422, code: WireCode.unknownRole, detail: "The application \(application.id) lists \(known).")
    }
    roles = application.roles.filter(names.contains)
  }
}
