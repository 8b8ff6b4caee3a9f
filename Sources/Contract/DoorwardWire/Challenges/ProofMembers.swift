/// The members of sign-ins and links.
///
/// Schemas: `NearProof`, `PasswordProof`, `PasswordResetProof`, `PasswordChangeRequest`, `SecondFactorProof`.
package enum ProofMembers {
  package static var bindingSecret: String { "binding_secret" }
  package static var message: String { "message" }
  package static var signature: String { "signature" }
  package static var metadata: String { "metadata" }
  /// Whether the identity may leave another user.
  package static var move: String { "move" }
  /// The facts of the other account that the user has confirmed, with ``move``.
  package static var confirmed: String { "confirmed" }

  // MARK: Passwords and one-time codes
  package static var identifier: String { "identifier" }
  package static var password: String { "password" }
  package static var currentPassword: String { "current_password" }
  package static var newPassword: String { "new_password" }
  package static var challengeID: String { "challenge_id" }
  package static var code: String { "code" }
  /// The second factor that a code belongs to.
  package static var method: String { "method" }

  // MARK: NEAR
  package static var accountID: String { "account_id" }
  package static var publicKey: String { "public_key" }
  package static var recipient: String { "recipient" }
  package static var nonce: String { "nonce" }
  package static var callbackURL: String { "callback_url" }
  package static var network: String { "network" }
}
