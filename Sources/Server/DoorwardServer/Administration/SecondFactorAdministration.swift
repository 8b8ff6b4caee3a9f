import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

extension Administration {
  /// Removes all second factors of a user who has lost them, and ends the user's sessions. A running server sends the notice.
  ///
  /// - Parameter name: the user.
  /// - Returns: false if there is no such user.
  /// - Throws: ``ConfigurationError``; ``StoreError``.
  package func removeSecondFactors(of name: String) async throws -> Bool {
    try await actOnUser(name, .secondFactorsRemoval) { id -> Bool in
      let reset = SecondFactorReset(store: installation.store, clock: clock, notices: try notices())
      return try await reset.remove(for: application(nil)) { try $0.user(id)?.id }
    }
  }
}
