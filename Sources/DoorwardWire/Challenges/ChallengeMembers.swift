/// The members of requests for challenges and of their answers.
package enum ChallengeMembers {
  package static let purpose = "purpose"
  package static let binding = "binding"
  package static let expiresAt = "expires_at"

  // MARK: One-time codes
  package static let challengeID = "challenge_id"
  package static let resendAt = "resend_at"

  // MARK: Ethereum
  package static let address = "address"
  package static let chainID = "chain_id"
  package static let domain = "domain"
  package static let uri = "uri"
  package static let message = "message"

  // MARK: NEAR
  package static let recipient = "recipient"
  package static let nonce = "nonce"
  package static let callbackURL = "callback_url"
  package static let network = "network"
}
