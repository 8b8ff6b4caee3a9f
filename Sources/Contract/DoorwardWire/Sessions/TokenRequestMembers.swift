/// The members of the OAuth calls: token, revocation and device authorization.
///
/// Schemas: `CodeRequest`, `DeviceCodeRequest`, `RefreshRequest`, `IntrospectionRequest`.
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

/// The members of the answer to a device authorization (RFC 8628 §3.2).
package enum DeviceAuthorizationMembers {
  package static var deviceCode: String { "device_code" }
  package static var userCode: String { "user_code" }
  package static var verificationURI: String { "verification_uri" }
  package static var completeVerificationURI: String { "verification_uri_complete" }
  package static var expiresIn: String { "expires_in" }
  package static var interval: String { "interval" }
}
