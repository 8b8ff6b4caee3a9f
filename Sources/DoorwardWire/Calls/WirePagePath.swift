/// The paths of the hosted page's own routes, which take its cookie and no token.
package enum WirePagePath {
  /// The page that the link beside a code opens.
  package static var continuation: String { "/continue" }
  package static var state: String { "/session/state" }
  package static var passwordStrength: String { "/session/password/strength" }
  package static var passwordSignUp: String { "/session/password/sign-up" }
  package static var passwordSignIn: String { "/session/password/sign-in" }
  package static var passwordChange: String { "/session/password/change" }
  package static var passwordReset: String { "/session/password/reset" }
  package static var passwordResetConfirm: String { "/session/password/reset/confirm" }
  package static var codeSend: String { "/session/code/send" }
  package static var codeSignIn: String { "/session/code/sign-in" }
  package static var codeVerify: String { "/session/code/verify" }
  package static var ethereumMessage: String { "/session/ethereum/message" }
  package static var ethereumSignIn: String { "/session/ethereum/sign-in" }
  package static var ethereumLink: String { "/session/ethereum/link" }
  package static var nearChallenge: String { "/session/near/challenge" }
  package static var nearSignIn: String { "/session/near/sign-in" }
  package static var nearLink: String { "/session/near/link" }
  package static var sessions: String { "/session/sessions" }
  package static var session: String { "/session/sessions/{id}" }
  package static var identities: String { "/session/user/identities" }
  package static var identity: String { "/session/user/identities/{id}" }
  package static var user: String { "/session/user" }
  package static var export: String { "/session/user/export" }
  package static var photo: String { "/session/user/photo" }
  package static var signOut: String { "/session/sign-out" }
  package static var authorization: String { "/session/authorization" }
  package static var authorizationAllow: String { "/session/authorization/allow" }
  package static var authorizationDeny: String { "/session/authorization/deny" }
  package static var end: String { "/session/end" }
  package static var endConfirm: String { "/session/end/confirm" }
  package static var secure: String { "/session/secure" }
  package static var secureConfirm: String { "/session/secure/confirm" }
  package static var device: String { "/session/device" }
  package static var deviceAllow: String { "/session/device/allow" }
  package static var deviceDeny: String { "/session/device/deny" }
  package static var secondFactorVerify: String { "/session/second-factor/verify" }
  package static var secondFactorEnroll: String { "/session/second-factor/enroll" }
  package static var secondFactors: String { "/session/second-factors" }
  package static var secondFactor: String { "/session/second-factors/{id}" }
  package static var totp: String { "/session/second-factors/totp" }
  package static var totpConfirm: String { "/session/second-factors/totp/confirm" }
  package static var recoveryCodes: String { "/session/recovery-codes" }
}
