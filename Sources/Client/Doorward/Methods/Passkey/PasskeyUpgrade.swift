extension SessionEngine {
  /// Makes a passkey for a user who has just signed in with a password, if the authenticator can do that without asking.
  /// The sign-in does not wait for it.
  nonisolated func upgrade(_ state: AuthState) {
    guard let user = state.user?.id, passkeys?.upgradesPasswords == true else { return }
    Task {
      do { _ = try await PasskeyClient(engine: self).add(on: .upgrade, to: user) } catch {
        // The application may have no passkeys, and the authenticator decides for itself.
        logger.debug("No passkey was created after the sign-in: \(error)")
      }
    }
  }
}
