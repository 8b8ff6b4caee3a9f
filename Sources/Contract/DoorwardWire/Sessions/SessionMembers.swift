/// The members of Session, the answer to every sign-in, exchange and refresh.
///
/// Schemas: `Session`, `ClientTokens`.
package enum SessionMembers {
  package static var accessToken: String { "access_token" }
  package static var accountToken: String { "account_token" }
  package static var tokenType: String { "token_type" }
  package static var expiresIn: String { "expires_in" }
  package static var refreshToken: String { "refresh_token" }
  package static var refreshExpiresIn: String { "refresh_expires_in" }
  package static var sessionID: String { "session_id" }
  package static var isNewUser: String { "is_new_user" }
  package static var user: String { "user" }
  package static var scope: String { "scope" }
  package static var idToken: String { "id_token" }
}

/// The values of ``SessionMembers/tokenType``.
package enum TokenType {
  package static var bearer: String { "Bearer" }
}
