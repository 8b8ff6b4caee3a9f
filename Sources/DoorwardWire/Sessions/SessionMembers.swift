/// The members of Session: what every sign-in, exchange and refresh answers.
package enum SessionMembers {
  package static let accessToken = "access_token"
  package static let accountToken = "account_token"
  package static let tokenType = "token_type"
  package static let expiresIn = "expires_in"
  package static let refreshToken = "refresh_token"
  package static let refreshExpiresIn = "refresh_expires_in"
  package static let sessionID = "session_id"
  package static let isNewUser = "is_new_user"
  package static let user = "user"
  package static let scope = "scope"
  package static let idToken = "id_token"

  /// The value of ``tokenType``.
  package static let bearer = "Bearer"
}
