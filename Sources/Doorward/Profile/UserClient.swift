internal import DoorwardWire
internal import Encodings

/// The profile of the signed-in user.
public struct UserClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// A text field of the profile that the user may clear.
  public enum Field: Sendable, CaseIterable {
    case name, firstName, lastName, locale

    var member: String {
      switch self {
      case .name: ProfileText.name.rawValue
      case .firstName: ProfileText.firstName.rawValue
      case .lastName: ProfileText.lastName.rawValue
      case .locale: ProfileText.locale.rawValue
      }
    }
  }

  /// Asks the server for the profile.
  ///
  /// - Throws: ``DoorwardError``.
  @discardableResult public func refresh() async throws(DoorwardError) -> DoorwardUser? {
    try await call("GET")
  }

  /// Changes the user's names. A value of nil changes nothing.
  ///
  /// - Parameters:
  ///   - name: The name to show.
  ///   - firstName: The given name.
  ///   - lastName: The family name.
  ///   - locale: The language as a BCP 47 tag: `pt-BR`.
  /// - Returns: The user with the change.
  /// - Throws: ``DoorwardError``.
  @discardableResult public func updatePersonalInfo(
    name: String? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil
  ) async throws(DoorwardError) -> DoorwardUser? {
    var patch: JSONObject = [:]
    if let name { patch[Field.name.member] = .string(name) }
    if let firstName { patch[Field.firstName.member] = .string(firstName) }
    if let lastName { patch[Field.lastName.member] = .string(lastName) }
    if let locale { patch[Field.locale.member] = .string(locale) }
    return try await call("PATCH", patch)
  }

  /// Clears text fields of the profile.
  ///
  /// - Throws: ``DoorwardError``.
  @discardableResult public func clearPersonalInfo(_ fields: Field...) async throws(DoorwardError)
    -> DoorwardUser?
  {
    try await call("PATCH", JSONObject(fields.map { ($0.member, .null) }))
  }

  /// Changes the user's metadata for this app by JSON Merge Patch (RFC 7396): null removes a member.
  ///
  /// - Throws: ``DoorwardError``. The server accepts up to 16 KiB and 8 levels.
  @discardableResult public func updateMetadata(_ patch: DoorwardJSON) async throws(DoorwardError)
    -> DoorwardUser?
  {
    try await call("PATCH", [WireUser.Members.metadata: .object(patch.object)])
  }

  /// Requests all data that the server stores about the user.
  ///
  /// - Returns: The export, as the server returns it from `GET /v1/user/export`.
  /// - Throws: ``DoorwardError``.
  public func export() async throws(DoorwardError) -> DoorwardJSON {
    DoorwardJSON(try await engine.accountCall("GET", WirePath.export).answer.object ?? [:])
  }

  /// Deletes the account and all its sessions.
  ///
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within
  ///   the last minutes, and ``DoorwardError/Code/identityOnHold`` if the user signed in with a wallet that was
  ///   added too recently.
  public func delete() async throws(DoorwardError) {
    let (_, session) = try await engine.accountCall("DELETE", WirePath.user)
    await engine.sessionIsOver(session)
  }

  private func call(_ method: String, _ body: JSONObject? = nil) async throws(DoorwardError) -> DoorwardUser?
  {
    let (user, session) = try await engine.accountCall(method, WirePath.user, body)
    return try await engine.adopt(user: user, of: session).user
  }
}
