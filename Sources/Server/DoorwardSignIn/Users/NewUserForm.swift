package import DoorwardHTTP
package import DoorwardHTTPTypes
import DoorwardIdentifiers
package import DoorwardPasswords
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
package import Encodings

/// The values of a new user, from a backend or the operator.
package struct NewUserForm: Sendable {
  package let user: NewUser
  /// The password; nil for a user without one, or with an imported hash.
  package let password: String?
  /// The hash that another system has made.
  package let importedHash: ImportedHash?

  /// Reads `email`, `phone_number`, `username`, `password`, `password_hash`, the profile, `metadata` and `app_metadata`.
  ///
  /// - Throws: `Problem` 400 if there is no identifier or a member has another type, 422 for a value that is not accepted.
  package init(_ body: JSONObjectReader) throws(DoorwardHTTP.Problem) {
    let identities = try Self.identities(body)
    guard !identities.isEmpty else {
      throw Problem(
        status: 400, code: WireCode.missingAddress, detail: "Give email, phone_number or username.")
    }
    var user = NewUser(identities: identities)
    for text in ProfileText.allCases { user.profile[text] = try Self.value(of: text, in: body) }
    try MetadataPatch(WireUser.Members.metadata, in: body.object)?.apply(to: &user.metadata)
    try MetadataPatch(WireUser.Members.appMetadata, in: body.object)?.apply(to: &user.appMetadata)
    self.user = user
    password = try body.optionalText(PasswordMember.plain)
    let hash = try body.optionalText(PasswordMember.hash)
    do throws(PasswordHashError) {
      importedHash = try hash.map { text throws(PasswordHashError) in try ImportedHash(text) }
    } catch {
      throw Problem(status: 422, code: WireCode.invalidPasswordHash, detail: error.reason)
    }
    guard password == nil || importedHash == nil else {
      throw Problem(
        status: 422, code: WireCode.invalidPasswordHash, detail: "Give password or password_hash, not both.")
    }
  }

  /// The user with the hash of the password.
  ///
  /// - Parameters:
  ///   - passwords: checks and hashes the password.
  ///   - application: the application of the user.
  ///   - client: the address of the caller.
  /// - Returns: the user.
  /// - Throws: `Problem` 403 `method_not_offered` if there is a password and the application has none, 422 for a password
  ///   that the rules refuse, 503; ``PasswordHashError``.
  package func user(
    _ passwords: Passwords, for application: Application, client: IPAddress
  ) async throws -> NewUser {
    guard password != nil || importedHash != nil else { return user }
    guard application.offers.contains(.password) else { throw Problem.methodNotOffered }
    var user = user
    if let password {
      let known = user.knownTexts
      user.passwordHash = try await passwords.hash(
        password, of: PasswordContext(identifiers: known.identifiers, names: known.names), in: application,
        for: client
      ).text
    } else if let importedHash {
      user.passwordHash = try passwords.seal(importedHash).text
    }
    return user
  }

  private static func identities(_ body: JSONObjectReader) throws(DoorwardHTTP.Problem) -> [ProvenIdentity] {
    let email = try body.optionalText(WireUser.Members.email)
    let phone = try body.optionalText(WireUser.Members.phoneNumber)
    let name = try body.optionalText(WireUser.Members.username)
    var identifiers: [SignInIdentifier] = []
    do throws(IdentifierError) {
      if let email { identifiers.append(.email(try EmailAddress(email))) }
      if let phone { identifiers.append(.phone(try PhoneNumber(phone))) }
      if let name { identifiers.append(.userName(try UserName.new(name))) }
    } catch {
      throw Problem(error)
    }
    return identifiers.map(\.identity)
  }

  private static func value(
    of text: ProfileText, in body: JSONObjectReader
  ) throws(DoorwardHTTP.Problem) -> String? {
    guard let value = try body.optionalText(text.rawValue) else { return nil }
    try text.check(value)
    return value.isEmpty ? nil : value
  }

  private enum PasswordMember {
    static var plain: String { "password" }
    static var hash: String { "password_hash" }
  }
}
