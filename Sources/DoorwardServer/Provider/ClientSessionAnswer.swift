import DoorwardHTTP

extension SessionAnswer {
  /// The answer to a client that has been let in: its tokens, and an ID token where it asked for one.
  func response(for opened: ClientSession, application: Application) async throws -> HTTPResponse {
    try await response(
      for: opened.session, of: opened.user, application: application, isNewUser: false,
      idToken: { access in
        guard opened.session.scopes?.contains(.openID) == true else { return nil }
        let claims = IDTokenClaims(
          user: opened.user, session: opened.session, signedInOnPage: opened.page, nonce: opened.nonce,
          accessToken: access)
        return try await context.tokens.issue(claims, application: application, at: context.clock.now)
      })
  }
}
