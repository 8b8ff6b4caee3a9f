/// Guests. A guest is signed out and has a token for the app's backends; the server keeps no user for it.
public struct GuestClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Gets a credential for a guest if the user is signed out. The guest stays the same at the next start, until a
  /// sign-in. A signed-in user stays signed in.
  ///
  /// - Returns: The state, ``DoorwardAuthState/guest(_:)`` with a credential.
  /// - Throws: ``DoorwardError``, for example if the application does not offer guests.
  @discardableResult public func login() async throws(DoorwardError) -> AuthState {
    try await engine.becomeGuest()
  }
}

/// Anonymous users. They have an id, a session and metadata. The first proof of an identity makes them registered users.
public struct AnonymousClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Makes an anonymous user if the user is signed out. A signed-in user stays signed in.
  ///
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``, for example if the application does not offer anonymous users.
  @discardableResult public func login() async throws(DoorwardError) -> AuthState {
    try await engine.becomeAnonymous()
  }
}
