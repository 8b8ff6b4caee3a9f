/// The members of requests for challenges and of their answers.
///
/// Schemas: `CodeSent`, `EthereumMessageRequest`, `NearChallenge`.
package enum ChallengeMembers {
  package static var purpose: String { "purpose" }
  package static var binding: String { "binding" }
  package static var expiresAt: String { "expires_at" }

  // MARK: One-time codes
  package static var challengeID: String { "challenge_id" }
  package static var resendAt: String { "resend_at" }

  // MARK: Ethereum
  package static var address: String { "address" }
  package static var chainID: String { "chain_id" }
  package static var domain: String { "domain" }
  package static var uri: String { "uri" }
  package static var message: String { "message" }

  // MARK: NEAR
  package static var recipient: String { "recipient" }
  package static var nonce: String { "nonce" }
  package static var callbackURL: String { "callback_url" }
  package static var network: String { "network" }
}
