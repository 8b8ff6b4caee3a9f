/// The members of the OAuth calls: token, revocation and device authorization.
package enum TokenRequestMembers {
  package static let grantType = "grant_type"
  package static let clientID = "client_id"
  package static let clientSecret = "client_secret"
  package static let refreshToken = "refresh_token"
  package static let scope = "scope"
  package static let token = "token"
  package static let code = "code"
  package static let redirectURI = "redirect_uri"
  package static let codeVerifier = "code_verifier"
  package static let deviceCode = "device_code"
}

/// The values of `grant_type`.
package enum GrantType {
  package static let refreshToken = "refresh_token"
  package static let authorizationCode = "authorization_code"
  package static let deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
}
