package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore

/// The answer to a client with a new session: the tokens, and an ID token if the session has the scope `openid`.
package struct ClientSessionAnswer: Sendable {
  private let answers: SessionAnswer
  private let tokens: TokenIssuer
  private let clock: WallClock

  package init(answers: SessionAnswer, tokens: TokenIssuer, clock: WallClock) {
    self.answers = answers
    self.tokens = tokens
    self.clock = clock
  }

  package func response(for opened: ClientSession, application: Application) async throws -> HTTPResponse {
    try await answers.response(
      for: opened.session, application: application, view: opened.view, isNewUser: false,
      idToken: { access in
        guard opened.session.scopes?.contains(.openID) == true else { return nil }
        let claims = IDTokenClaims(
          user: opened.user, session: opened.session, signedInOnPage: opened.page, nonce: opened.nonce,
          accessToken: access)
        return try await tokens.issue(claims, application: application, at: clock.now)
      })
  }
}
