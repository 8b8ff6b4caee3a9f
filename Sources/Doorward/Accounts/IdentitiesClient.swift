internal import Encodings

/// The ways in of who is signed in.
public struct IdentitiesClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks the server for all of them, the newest first.
  ///
  /// - Throws: ``DoorwardError``.
  public func all() async throws -> [DoorwardIdentity] {
    try await engine.list("/v1/user/identities") { DoorwardIdentity($0) }
  }

  /// Takes one away.
  ///
  /// - Parameter id: Which, as ``DoorwardIdentity/id`` says.
  /// - Returns: The state without it.
  /// - Throws: ``DoorwardError``: the last way in cannot be taken away, and
  ///   ``DoorwardError/Code/recentSignInRequired`` where the person did not sign in within the last minutes.
  @discardableResult public func unlink(_ id: DoorwardIdentity.ID) async throws -> AuthState {
    let path = try "/v1/user/identities/\(engine.pathComponent(id))"
    let (_, generation) = try await engine.accountCall("DELETE", path)
    let (user, _) = try await engine.accountCall("GET", "/v1/user")
    return try await engine.adopt(user: user, of: generation)
  }

  /// Takes away the one that a test finds.
  func unlink(where isIt: (DoorwardIdentity) -> Bool) async throws -> AuthState {
    guard let identity = try await all().first(where: isIt) else {
      throw DoorwardError(
        code: .notFound, reason: "This account is not linked.",
        recoverySuggestion: "Look at the list of linked accounts again.")
    }
    return try await unlink(identity.id)
  }
}
