import DoorwardHTTP
package import DoorwardIdentifiers
package import DoorwardServerRules

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
