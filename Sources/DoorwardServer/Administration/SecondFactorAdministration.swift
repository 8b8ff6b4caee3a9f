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
    let key = try installation.masterKey.key(
      for: NoticeLinks.keyPurpose, library: installation.library)
    let reset = SecondFactorReset(
      store: installation.store, clock: clock,
      notices: SecurityNotices(
        messenger: try messenger(), page: "\(configuration.derivedOrigin)/",
        links: NoticeLinks(key: key, random: .system, limits: configuration.limits),
        kinds: SignInMethods.identityKinds, limits: nil))
    return try await reset.remove(for: application(nil)) { try $0.userID(name) }
  }
}
