package import DoorwardHTTP
package import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// The exchange of an authorization code for tokens (RFC 6749 §4.1.3, OpenID Connect Core §3.1.3).
package struct AuthorizationCodeGrant: TokenGrant {
  package static let name = GrantType.authorizationCode

  private let codes: CodeExchange
  private let answers: ClientSessionAnswer

  package init(codes: CodeExchange, answers: ClientSessionAnswer) {
    self.codes = codes
    self.answers = answers
  }

  package func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest,
    noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    let code = try form.required(TokenRequestMembers.code)
    let redirectURI = try form.required(TokenRequestMembers.redirectURI)
    // A client with a secret may use no PKCE.
    let verifier =
      try application.client.isConfidential
      ? form[TokenRequestMembers.codeVerifier].map { text throws(Problem) in try CodeVerifier(text) }
      : CodeVerifier(form.required(TokenRequestMembers.codeVerifier))
    let opened = try await codes.redeem(
      code, verifier: verifier?.text, redirectURI: redirectURI, for: application,
      request.clientDescription)
    guard let opened else {
      throw Problem(
        status: 400, code: WireCode.invalidGrant,
        detail:
          "The code is not valid: it was used, has expired, belongs to another client, is for scopes that the client no longer has, or has another verifier or redirect URI."
      )
    }
    details.add(opened.user, opened.session)
    return try await answers.response(for: opened, application: application)
  }
}
