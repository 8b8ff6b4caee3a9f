/// The sign-in methods of the HTTP contract. Each one has its name, its paths and the types of its identities in this file.
///
/// A name is a member of `methods` in the configuration.
package enum WireMethod {
  /// All of them, in the order in which the configuration lists them.
  package static let all = [password, code, passkey, ethereum, near, anonymous, guest]
}

// MARK: Passwords

extension WireMethod {
  package static var password: String { "password" }
}

extension WirePath {
  package static var passwordStrength: String { "/v1/password/strength" }
  package static var passwordSignUp: String { "/v1/password/sign-up" }
  package static var passwordSignIn: String { "/v1/password/sign-in" }
  package static var passwordChange: String { "/v1/password/change" }
  package static var passwordReset: String { "/v1/password/reset" }
  package static var passwordResetConfirm: String { "/v1/password/reset/confirm" }

  /// Whether a sign-in of a path follows a password that the user has typed.
  package static func takesPassword(_ path: String) -> Bool {
    // The code of `codeVerify` finishes a sign-up with a password.
    [passwordSignIn, passwordSignUp, passwordResetConfirm, codeVerify].contains(path)
  }
}

extension WireIdentity.Kind {
  package static var username: String { "username" }
}

// MARK: One-time codes

extension WireMethod {
  package static var code: String { "code" }
}

extension WirePath {
  package static var codeSend: String { "/v1/code/send" }
  package static var codeSignIn: String { "/v1/code/sign-in" }
  package static var codeVerify: String { "/v1/code/verify" }
}

extension WireIdentity.Kind {
  package static var email: String { "email" }
  package static var phone: String { "phone" }
}

// MARK: Passkeys

extension WireMethod {
  package static var passkey: String { "passkey" }
}

extension WirePath {
  package static var passkeyRegistrationOptions: String { "/v1/passkeys/registration/options" }
  package static var passkeyRegistration: String { "/v1/passkeys/registration" }
  package static var passkeyAuthenticationOptions: String { "/v1/passkeys/authentication/options" }
  package static var passkeyAuthentication: String { "/v1/passkeys/authentication" }
  package static var passkeys: String { "/v1/passkeys" }
  package static var passkey: String { "/v1/passkeys/{id}" }

  /// The path of one passkey. The caller has checked that the id needs no escaping.
  package static func passkey(_ id: String) -> String { "\(passkeys)/\(id)" }
}

extension WireIdentity.Kind {
  package static var passkey: String { "passkey" }
}

// MARK: Ethereum

extension WireMethod {
  package static var ethereum: String { "siwe" }
}

extension WirePath {
  package static var ethereumMessage: String { "/v1/ethereum/message" }
  package static var ethereumSignIn: String { "/v1/ethereum/sign-in" }
  package static var ethereumLink: String { "/v1/ethereum/link" }
}

extension WireIdentity.Kind {
  package static var ethereum: String { "ethereum" }
}

// MARK: NEAR

extension WireMethod {
  package static var near: String { "near" }
}

extension WirePath {
  package static var nearChallenge: String { "/v1/near/challenge" }
  package static var nearSignIn: String { "/v1/near/sign-in" }
  package static var nearLink: String { "/v1/near/link" }
}

extension WireIdentity.Kind {
  package static var near: String { "near" }
}

// MARK: Anonymous users

extension WireMethod {
  package static var anonymous: String { "anonymous" }
}

extension WirePath {
  package static var anonymous: String { "/v1/anonymous" }
}

// MARK: Guests

extension WireMethod {
  package static var guest: String { "guest" }
}

extension WirePath {
  package static var guest: String { "/v1/guest" }
}
