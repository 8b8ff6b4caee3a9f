/// The members of the OAuth calls: token, revocation and device authorization.
package enum TokenRequestMembers {
  package static var grantType: String { "grant_type" }
  package static var clientID: String { "client_id" }
  package static var clientSecret: String { "client_secret" }
  package static var refreshToken: String { "refresh_token" }
  package static var scope: String { "scope" }
  package static var token: String { "token" }
  package static var code: String { "code" }
  package static var redirectURI: String { "redirect_uri" }
  package static var codeVerifier: String { "code_verifier" }
  package static var deviceCode: String { "device_code" }
}

/// The values of `grant_type`.
package enum GrantType {
  package static var refreshToken: String { "refresh_token" }
  package static var authorizationCode: String { "authorization_code" }
  package static var deviceCode: String { "urn:ietf:params:oauth:grant-type:device_code" }
}
