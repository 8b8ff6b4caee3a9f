import DoorwardHTTP
package import DoorwardIdentifiers
package import DoorwardServerRules
package import DoorwardStore
package import Encodings

/// The values that a sign-up gives its new user, in addition to the proven identity.
package struct SignUpValues: Sendable {
  /// The id, if a proof contains it already: the user handle of a passkey.
  package var id: User.ID?
  package let name: String?
  /// The hash of the password; nil for a sign-up without one.
  package let passwordHash: String?
  /// A user name that the user has beside the proven address.
  package let userName: UserName?

  package init(
    id: User.ID? = nil, name: String? = nil, passwordHash: String? = nil, userName: UserName? = nil
  ) {
    self.id = id
    self.name = name
    self.passwordHash = passwordHash
    self.userName = userName
  }
}

extension SignUpValues {
  /// The values for a sealed text. The hash of the password is a secret.
  package var json: JSONValue {
    [
      "id": .text(id?.text), "name": .text(name), "password": .text(passwordHash),
      "user_name": .text(userName?.text),
    ]
  }

  /// - Returns: nil unless ``json`` made the members.
  package init?(_ members: JSONValue) {
    guard members.object != nil else { return nil }
    self.init(
      id: members["id"]?.string.flatMap { User.ID($0) }, name: members["name"]?.string,
      passwordHash: members["password"]?.string,
      userName: members["user_name"]?.string.flatMap { try? UserName($0) })
  }
}

extension SignUpValues: CustomStringConvertible, CustomReflectable {
  /// Hides the hash of the password.
  package var description: String { "SignUpValues" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension UserName {
  /// Reads the user name of a new user, or the new name of a user.
  ///
  /// - Throws: ``IdentifierError``, also for a reserved name.
  package static func new(_ text: String) throws(IdentifierError) -> UserName {
    let name = try UserName(text)
    _ = try UserNamePolicy().admit(name)
    return name
  }

  /// Reads a user name that a user chooses.
  ///
  /// - Throws: `Problem` 422.
  init(admitting text: String) throws(DoorwardHTTP.Problem) {
    do throws(IdentifierError) {
      self = try .new(text)
    } catch {
      throw Problem(error)
    }
  }
}
