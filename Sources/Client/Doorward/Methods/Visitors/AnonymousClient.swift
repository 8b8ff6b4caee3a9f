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
