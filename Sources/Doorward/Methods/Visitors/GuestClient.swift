/// Guests: nobody the server knows, with a token for the app's backends.
public struct GuestClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Gets who is nobody a credential of their own. The same guest comes back at the next start, and until
  /// somebody signs in. Who is somebody stays that.
  ///
  /// - Returns: The state, ``DoorwardAuthState/guest(_:)`` with a credential.
  /// - Throws: ``DoorwardError``, where the application does not offer it among others.
  @discardableResult public func login() async throws -> AuthState {
    try await engine.becomeGuest()
  }
}
