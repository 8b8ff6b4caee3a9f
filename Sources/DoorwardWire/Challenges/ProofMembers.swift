/// The members of sign-ins and links.
package enum ProofMembers {
  package static let bindingSecret = "binding_secret"
  package static let message = "message"
  package static let signature = "signature"
  package static let metadata = "metadata"
  /// Whether the identity may leave another user.
  package static let move = "move"
  /// The facts of the other account that the user has confirmed, with ``move``.
  package static let confirmed = "confirmed"

  // MARK: Passwords and one-time codes
  package static let identifier = "identifier"
  package static let password = "password"
  package static let currentPassword = "current_password"
  package static let newPassword = "new_password"
  package static let challengeID = "challenge_id"
  package static let code = "code"
  /// The second factor that a code belongs to.
  package static let method = "method"

  // MARK: NEAR
  package static let accountID = "account_id"
  package static let publicKey = "public_key"
  package static let recipient = "recipient"
  package static let nonce = "nonce"
  package static let callbackURL = "callback_url"
  package static let network = "network"
}
