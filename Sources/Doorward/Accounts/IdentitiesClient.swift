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

  /// Removes an identity, with every session that rests on it alone.
  ///
  /// - Parameter id: The identity.
  /// - Returns: The state without it: signed out, if this session rested on the identity alone.
  /// - Throws: ``DoorwardError``: the last way in cannot be removed; ``DoorwardError/Code/recentSignInRequired`` if the
  ///   user did not sign in within the last minutes; ``DoorwardError/Code/identityOnHold`` if the user did with a
  ///   wallet that was added too recently.
  @discardableResult public func unlink(_ id: DoorwardIdentity.ID) async throws -> AuthState {
    let path = try "/v1/user/identities/\(engine.pathComponent(id))"
    let (_, generation) = try await engine.accountCall("DELETE", path)
    do {
      let (user, _) = try await engine.accountCall("GET", "/v1/user")
      return try await engine.adopt(user: user, of: generation)
    } catch let error as DoorwardError where error.code == .sessionEnded {
      return await engine.state
    }
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
