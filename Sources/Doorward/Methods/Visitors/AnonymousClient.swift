/// Users who have proven nothing: they have an id, a session and metadata, and become registered with the first
/// proof.
public struct AnonymousClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Makes an anonymous user of who is nobody. Who is somebody stays that.
  ///
  /// - Returns: The state of being signed in.
  /// - Throws: ``DoorwardError``, where the application does not offer it among others.
  @discardableResult public func login() async throws -> AuthState {
    try await engine.becomeAnonymous()
  }
}
