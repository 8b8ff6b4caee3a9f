/// The error codes that the server decides on. Codes of the HTTP layer and of the standards libraries are defined there.
///
/// A code keeps its meaning; new codes may be added. `docs/errors.md` explains each.
package enum WireCode {
  // MARK: The request
  package static var malformedHeader: String { "malformed_header" }
  package static var wrongType: String { "wrong_type" }
  package static var invalidCursor: String { "invalid_cursor" }
  package static var invalidLimit: String { "invalid_limit" }
  package static var notFound: String { "not_found" }
  package static var unsupportedMediaType: String { "unsupported_media_type" }
  package static var misdirectedRequest: String { "misdirected_request" }

  // MARK: The caller
  package static var missingToken: String { "missing_token" }
  package static var invalidToken: String { "invalid_token" }
  package static var recentSignInRequired: String { "insufficient_user_authentication" }
  package static var unknownApplication: String { "unknown_application" }
  package static var signedOut: String { "signed_out" }
  package static var signInRequired: String { "sign_in_required" }
  package static var invalidTicket: String { "invalid_ticket" }
  package static var invalidUserCode: String { "invalid_user_code" }
  package static var crossOrigin: String { "cross_origin" }
  package static var rateLimited: String { "rate_limited" }

  // MARK: OAuth calls
  package static var invalidRequest: String { "invalid_request" }
  package static var unsupportedGrantType: String { "unsupported_grant_type" }
  package static var invalidGrant: String { "invalid_grant" }
  package static var unauthorizedClient: String { "unauthorized_client" }
  package static var authorizationPending: String { "authorization_pending" }
  package static var slowDown: String { "slow_down" }
  package static var accessDenied: String { "access_denied" }
  package static var expiredToken: String { "expired_token" }
  package static var invalidClient: String { "invalid_client" }

  // MARK: Challenges and proofs
  package static var invalidPurpose: String { "invalid_purpose" }
  package static var invalidBinding: String { "invalid_binding" }
  package static var invalidBindingSecret: String { "invalid_binding_secret" }
  package static var browserSignInRequired: String { "browser_sign_in_required" }
  package static var methodNotOffered: String { "method_not_offered" }
  package static var invalidChallenge: String { "invalid_challenge" }
  package static var challengeExpired: String { "challenge_expired" }
  package static var challengeUsed: String { "challenge_used" }
  package static var secondFactorRequired: String { "second_factor_required" }
  package static var secondFactorUnavailable: String { "second_factor_unavailable" }
  package static var wrongDomain: String { "wrong_domain" }
  package static var wrongURI: String { "wrong_uri" }
  package static var wrongChain: String { "wrong_chain" }
  package static var wrongNetwork: String { "wrong_network" }
  package static var wrongCallbackURL: String { "wrong_callback_url" }
  package static var wrongSigner: String { "wrong_signer" }
  package static var wrongSignature: String { "wrong_signature" }
  package static var identityQuarantined: String { "identity_quarantined" }
  package static var identityChanged: String { "identity_changed" }
  package static var invalidMetadata: String { "invalid_metadata" }
  package static var invalidMethod: String { "invalid_method" }

  package static var invalidCredentials: String { "invalid_credentials" }
  package static var invalidCode: String { "invalid_code" }
  package static var codeExhausted: String { "code_exhausted" }
  package static var tooManyGuesses: String { "too_many_guesses" }
  package static var channelNotOffered: String { "channel_not_offered" }
  package static var identifierNotOffered: String { "identifier_not_offered" }
  package static var identifierTooLong: String { "identifier_too_long" }
  package static var missingAddress: String { "missing_address" }
  package static var identifierRequired: String { "identifier_required" }
  package static var missingPassword: String { "missing_password" }
  package static var ambiguousAddress: String { "ambiguous_address" }
  package static var smsLimitReached: String { "sms_limit_reached" }
  package static var phoneCountryRefused: String { "phone_number_country_refused" }
  package static var signUpRequired: String { "sign_up_required" }
  package static var signUpClosed: String { "sign_up_closed" }
  package static var invitationRequired: String { "invitation_required" }
  package static var userBanned: String { "user_banned" }
  package static var emailDomainNotAllowed: String { "email_domain_not_allowed" }
  package static var unknownPasskey: String { "unknown_passkey" }
  package static var passkeyRegistered: String { "passkey_registered" }
  package static var userNameTaken: String { "username_taken" }
  package static var addressExists: String { "address_exists" }

  // MARK: The account
  package static var invalidScope: String { "invalid_scope" }
  package static var insufficientScope: String { "insufficient_scope" }
  package static var identityOnHold: String { "identity_on_hold" }
  package static var identityInUse: String { "identity_in_use" }
  package static var tooManyIdentities: String { "too_many_identities" }
  package static var lastIdentity: String { "last_identity" }
  package static var lastOwner: String { "last_owner" }
  package static var metadataTooLarge: String { "metadata_too_large" }
  package static var metadataTooDeep: String { "metadata_too_deep" }
  package static var metadataNumber: String { "metadata_number" }
  package static var tooManySecondFactors: String { "too_many_second_factors" }
  package static var noSecondFactor: String { "no_second_factor" }
  package static var unprovenAddress: String { "unproven_address" }
  package static var unsuitableAddress: String { "unsuitable_address" }
  package static var accountDeletionPending: String { "account_deletion_pending" }
  package static var noticeOutdated: String { "notice_outdated" }
  package static var invalidSize: String { "invalid_size" }

  // MARK: Backends
  package static var invalidFilter: String { "invalid_filter" }
  package static var invalidBan: String { "invalid_ban" }
  package static var unknownRole: String { "unknown_role" }
  package static var invalidInvitation: String { "invalid_invitation" }
  package static var idempotencyKeyReused: String { "idempotency_key_reused" }
  package static var invalidPasswordHash: String { "invalid_password_hash" }

  // MARK: The administration
  package static var invalidSetting: String { "invalid_setting" }
  package static var setByConfiguration: String { "set_by_configuration" }
  package static var applicationExists: String { "application_exists" }
  package static var defaultApplication: String { "default_application" }
  package static var changedMeanwhile: String { "changed_meanwhile" }
  package static var changedSince: String { "changed_since" }

  // MARK: Trouble
  package static var startFailed: String { "start_failed" }
  package static var storeUnavailable: String { "store_unavailable" }
  package static var rpcUnavailable: String { "rpc_unavailable" }
}
