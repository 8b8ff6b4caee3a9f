internal import Encodings

/// The profile of who is signed in.
public struct UserClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// A text of the profile that the person may leave out.
  public enum Field: String, Sendable, CaseIterable {
    case name, locale
    case firstName = "first_name"
    case lastName = "last_name"
  }

  /// Asks the server for the profile.
  ///
  /// - Throws: ``DoorwardError``.
  @discardableResult public func refresh() async throws -> DoorwardUser? {
    try await call("GET")
  }

  /// Changes the person's names; what is nil stays as it is.
  ///
  /// - Parameters:
  ///   - name: What they are called, as they want to be shown.
  ///   - firstName: The given name.
  ///   - lastName: The family name.
  ///   - locale: Their language, as BCP 47 names it: `pt-BR`.
  /// - Returns: The user with the change.
  /// - Throws: ``DoorwardError``.
  @discardableResult public func updatePersonalInfo(
    name: String? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil
  ) async throws -> DoorwardUser? {
    var patch: JSONObject = [:]
    if let name { patch[Field.name.rawValue] = .string(name) }
    if let firstName { patch[Field.firstName.rawValue] = .string(firstName) }
    if let lastName { patch[Field.lastName.rawValue] = .string(lastName) }
    if let locale { patch[Field.locale.rawValue] = .string(locale) }
    return try await call("PATCH", patch)
  }

  /// Takes texts out of the profile.
  ///
  /// - Throws: ``DoorwardError``.
  @discardableResult public func clearPersonalInfo(_ fields: Field...) async throws -> DoorwardUser? {
    try await call("PATCH", JSONObject(fields.map { ($0.rawValue, .null) }))
  }

  /// Changes what the app keeps of the person, by JSON Merge Patch (RFC 7396): null takes a member away.
  ///
  /// - Throws: ``DoorwardError``; the server keeps up to 16 KiB and 8 levels.
  @discardableResult public func updateMetadata(_ patch: DoorwardJSON) async throws -> DoorwardUser? {
    try await call("PATCH", ["metadata": .object(patch.object)])
  }

  /// Asks the server for everything that it stores of the user.
  ///
  /// - Returns: The export, as the server's `GET /v1/user/export` answers it.
  /// - Throws: ``DoorwardError``.
  public func export() async throws -> DoorwardJSON {
    DoorwardJSON(try await engine.accountCall("GET", "/v1/user/export").answer.object ?? [:])
  }

  /// Deletes the account, and with it every session.
  ///
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` where the person did not sign in
  ///   within the last minutes, and ``DoorwardError/Code/identityOnHold`` if they did with a wallet that was added
  ///   too recently.
  public func delete() async throws {
    let (_, generation) = try await engine.accountCall("DELETE", "/v1/user")
    await engine.end(generation)
  }

  private func call(_ method: String, _ body: JSONObject? = nil) async throws -> DoorwardUser? {
    let (user, generation) = try await engine.accountCall(method, "/v1/user", body)
    return try await engine.adopt(user: user, of: generation).user
  }
}
