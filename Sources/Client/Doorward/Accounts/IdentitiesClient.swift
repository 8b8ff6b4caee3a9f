internal import DoorwardWire

/// The identities of the signed-in user: the wallets and accounts that the user signs in with.
public struct IdentitiesClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks the server for all of them, the newest first.
  ///
  /// - Throws: ``DoorwardError``.
  public func all() async throws(DoorwardError) -> [DoorwardIdentity] {
    try await engine.list(WirePath.identities).compactMap(WireIdentity.init).map(DoorwardIdentity.init)
  }

  /// Removes an identity, with every session that rests on it alone.
  ///
  /// - Returns: The state without it: signed out, if this session rested on the identity alone.
  /// - Throws: ``DoorwardError``: the last identity cannot be removed; ``DoorwardError/Code/recentSignInRequired`` if
  ///   the user did not sign in within the last minutes; ``DoorwardError/Code/identityOnHold`` if the user did with a
  ///   wallet that was added too recently.
  @discardableResult public func unlink(
    _ id: DoorwardIdentity.ID
  ) async throws(DoorwardError) -> AuthState {
    let path = WirePath.identity(try engine.pathComponent(id))
    let known = await engine.state.user?.info.identities.first { $0.id == id }
    if known?.type == WireIdentity.Kind.passkey { return try await engine.removePasskey(id, at: path) }
    let (_, session) = try await engine.accountCall("DELETE", path)
    return try await engine.readUser(of: session)
  }

  /// Removes the first identity for which a condition is true.
  func unlink(where matches: (DoorwardIdentity) -> Bool) async throws(DoorwardError) -> AuthState {
    guard let identity = try await all().first(where: matches) else {
      throw DoorwardError(
        code: .notFound, reason: "This account is not linked.",
        recoverySuggestion: "Load the list of linked accounts again.")
    }
    return try await unlink(identity.id)
  }
}
