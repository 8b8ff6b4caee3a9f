package import DoorwardAdministration
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The operator's ways to let users in who have lost theirs.
extension Administration {
  /// Sends a user the message for a new password. A running server delivers it.
  ///
  /// - Parameters:
  ///   - name: the user.
  ///   - application: the application that the message names; nil for the first.
  /// - Returns: false if there is no such user.
  /// - Throws: `Problem` as the call; ``ConfigurationError``, ``StoreError``.
  package func sendResetMessage(to name: String, for application: String?) async throws -> Bool {
    let application = try await self.application(application)
    let messages = ResetMessages(
      store: installation.store, clock: clock, keys: try SignInFeature.Keys(deriving: installation.key(for:)),
      limits: configuration.rateLimits, messenger: try messenger(), origin: configuration.derivedOrigin)
    return try await actOnUser(name, .passwordResetRequest) { id -> Bool in
      try await messages.send(to: id, for: application, by: origin, nil)
    }
  }

  /// Makes a link by which a user signs in once. A running server sends the notice to the user.
  ///
  /// - Parameters:
  ///   - name: the user.
  ///   - application: the application that the notice names; nil for the first.
  /// - Returns: the link; nil if there is no such user.
  /// - Throws: `Problem` as the call; ``ConfigurationError``, ``StoreError``.
  package func makeSignInLink(for name: String, in application: String?) async throws -> NewSignInLink? {
    let application = try await self.application(application)
    let acts = SignInLinkActs(
      store: installation.store, clock: clock,
      links: SignInLinks(
        key: try installation.key(for: .signInLinks), random: .system, page: "\(configuration.derivedOrigin)/"
      ),
      notices: try notices())
    return try await actOnUser(name, .signInLinkCreation) { id in
      try await acts.make(for: id, in: application, maker: SignInLink.Maker(), by: origin)
    }
  }
}
