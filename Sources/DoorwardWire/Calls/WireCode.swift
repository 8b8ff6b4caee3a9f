/// The error codes that the server decides on. Codes of the HTTP layer and of the standards libraries are defined there.
///
/// A code keeps its meaning; new codes may be added. `docs/errors.md` explains each.
package enum WireCode {
  // MARK: The request
  package static let malformedHeader = "malformed_header"
  package static let wrongType = "wrong_type"
  package static let invalidCursor = "invalid_cursor"
  package static let invalidLimit = "invalid_limit"
  package static let notFound = "not_found"
  package static let unsupportedMediaType = "unsupported_media_type"
  package static let misdirectedRequest = "misdirected_request"

  // MARK: The caller
  package static let missingToken = "missing_token"
  package static let invalidToken = "invalid_token"
  package static let recentSignInRequired = "insufficient_user_authentication"
  package static let unknownApplication = "unknown_application"
  package static let signedOut = "signed_out"
  package static let signInRequired = "sign_in_required"
  package static let invalidTicket = "invalid_ticket"
  package static let invalidUserCode = "invalid_user_code"
  package static let crossOrigin = "cross_origin"
  package static let rateLimited = "rate_limited"

  // MARK: OAuth calls
  package static let invalidRequest = "invalid_request"
  package static let unsupportedGrantType = "unsupported_grant_type"
  package static let invalidGrant = "invalid_grant"
  package static let unauthorizedClient = "unauthorized_client"
  package static let authorizationPending = "authorization_pending"
  package static let slowDown = "slow_down"
  package static let accessDenied = "access_denied"
  package static let expiredToken = "expired_token"
  package static let invalidClient = "invalid_client"

  // MARK: Challenges and proofs
  package static let invalidPurpose = "invalid_purpose"
  package static let invalidBinding = "invalid_binding"
  package static let invalidBindingSecret = "invalid_binding_secret"
  package static let browserSignInRequired = "browser_sign_in_required"
  package static let methodNotOffered = "method_not_offered"
  package static let invalidChallenge = "invalid_challenge"
  package static let challengeExpired = "challenge_expired"
  package static let challengeUsed = "challenge_used"
  package static let secondFactorRequired = "second_factor_required"
  package static let wrongDomain = "wrong_domain"
  package static let wrongURI = "wrong_uri"
  package static let wrongChain = "wrong_chain"
  package static let wrongNetwork = "wrong_network"
  package static let wrongCallbackURL = "wrong_callback_url"
  package static let wrongSigner = "wrong_signer"
  package static let wrongSignature = "wrong_signature"
  package static let identityQuarantined = "identity_quarantined"
  package static let identityChanged = "identity_changed"
  package static let invalidMetadata = "invalid_metadata"

  // MARK: The account
  package static let invalidScope = "invalid_scope"
  package static let insufficientScope = "insufficient_scope"
  package static let identityOnHold = "identity_on_hold"
  package static let identityInUse = "identity_in_use"
  package static let tooManyIdentities = "too_many_identities"
  package static let lastIdentity = "last_identity"
  package static let invalidName = "invalid_name"
  package static let invalidFirstName = "invalid_first_name"
  package static let invalidLastName = "invalid_last_name"
  package static let invalidLocale = "invalid_locale"
  package static let metadataTooLarge = "metadata_too_large"
  package static let metadataTooDeep = "metadata_too_deep"
  package static let metadataNumber = "metadata_number"

  // MARK: Trouble
  package static let startFailed = "start_failed"
  package static let storeUnavailable = "store_unavailable"
  package static let rpcUnavailable = "rpc_unavailable"
}
