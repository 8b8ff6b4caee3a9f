/// The paths of the HTTP contract. `{id}` stands for one component; a method of the same name fills it in.
package enum WirePath {
  package static let health = "/healthz"
  package static let readiness = "/readyz"
  package static let openAPI = "/openapi.json"
  package static let keySet = "/.well-known/jwks.json"
  package static let serverMetadata = "/.well-known/oauth-authorization-server"
  package static let openIDMetadata = "/.well-known/openid-configuration"
  package static let configuration = "/v1/config"

  package static let passwordSignUp = "/v1/password/sign-up"
  package static let passwordSignIn = "/v1/password/sign-in"
  package static let passwordChange = "/v1/password/change"
  package static let passwordReset = "/v1/password/reset"
  package static let passwordResetConfirm = "/v1/password/reset/confirm"
  package static let codeSend = "/v1/code/send"
  package static let codeSignIn = "/v1/code/sign-in"
  package static let codeVerify = "/v1/code/verify"
  package static let ethereumMessage = "/v1/ethereum/message"
  package static let ethereumSignIn = "/v1/ethereum/sign-in"
  package static let ethereumLink = "/v1/ethereum/link"
  package static let nearChallenge = "/v1/near/challenge"
  package static let nearSignIn = "/v1/near/sign-in"
  package static let nearLink = "/v1/near/link"
  package static let secondFactorVerify = "/v1/second-factor/verify"
  package static let secondFactors = "/v1/second-factors"
  package static let secondFactor = "/v1/second-factors/{id}"
  package static let totp = "/v1/second-factors/totp"
  package static let totpConfirm = "/v1/second-factors/totp/confirm"
  package static let recoveryCodes = "/v1/recovery-codes"
  package static let anonymous = "/v1/anonymous"
  package static let guest = "/v1/guest"

  package static let authorize = "/authorize"
  package static let endSession = "/end-session"
  package static let device = "/device"
  package static let token = "/v1/token"
  package static let deviceAuthorization = "/v1/device_authorization"
  package static let revoke = "/v1/revoke"
  package static let introspect = "/v1/introspect"
  package static let userinfo = "/v1/userinfo"

  package static let sessions = "/v1/sessions"
  package static let session = "/v1/sessions/{id}"
  package static let signOut = "/v1/sign-out"
  package static let user = "/v1/user"
  package static let export = "/v1/user/export"
  package static let identities = "/v1/user/identities"
  package static let identity = "/v1/user/identities/{id}"
  package static let backendUser = "/v1/users/{id}"

  /// The path of one session. The caller has checked that the id needs no escaping.
  package static func session(_ id: String) -> String { "\(sessions)/\(id)" }

  /// The path of one identity. The caller has checked that the id needs no escaping.
  package static func identity(_ id: String) -> String { "\(identities)/\(id)" }

  /// The calls that answer errors in the form of OAuth (RFC 6749 §5.2).
  package static let oauthCalls: Set<String> = [token, revoke, introspect, deviceAuthorization]
}
