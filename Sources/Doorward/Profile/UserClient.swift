internal import Encodings

/// The profile of who is signed in.
public struct UserClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks the server for the profile.
  @discardableResult public func refresh() async throws -> DoorwardUser? {
    try await call("GET", "/v1/user")
  }

  /// Changes the person's names; what is nil stays as it is.
  @discardableResult public func updatePersonalInfo(
    name: String? = nil, firstName: String? = nil, lastName: String? = nil
  ) async throws -> DoorwardUser? {
    var patch: JSONObject = [:]
    if let name { patch["name"] = .string(name) }
    if let firstName { patch["first_name"] = .string(firstName) }
    if let lastName { patch["last_name"] = .string(lastName) }
    return try await call("PATCH", "/v1/user", patch)
  }

  /// Deletes the account, and with it every session. The server asks for a sign-in of the last minutes.
  public func delete() async throws {
    let (token, _) = try await engine.accountToken()
    _ = try await engine.api.call("DELETE", "/v1/user", token: token)
    _ = await engine.signOutHere()
  }

  private func call(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws -> DoorwardUser?
  {
    let (token, generation) = try await engine.accountToken()
    let user = try await engine.api.call(method, path, body, token: token)
    return try await engine.adopt(user: user, of: generation).user
  }
}
