/// The error codes that libraries define, and that the server passes on: those of the HTTP layer, of identifiers, passwords and
/// photos, and of the standards. The libraries do not know the contract, so they have constants of their own.
extension WireCode {
  // MARK: HTTP
  package static var malformedRequest: String { "malformed_request" }
  package static var ambiguousFraming: String { "ambiguous_framing" }
  package static var malformedPath: String { "malformed_path" }
  package static var malformedJSON: String { "malformed_json" }
  package static var malformedForm: String { "malformed_form" }
  package static var missingMember: String { "missing_member" }
  package static var malformedQuery: String { "malformed_query" }
  package static var methodNotAllowed: String { "method_not_allowed" }
  package static var tooManyUploads: String { "too_many_uploads" }
  package static var expectationFailed: String { "expectation_failed" }
  package static var targetTooLong: String { "target_too_long" }
  package static var headersTooLarge: String { "headers_too_large" }
  package static var unsupportedTransferCoding: String { "unsupported_transfer_coding" }
  package static var unsupportedHTTPVersion: String { "unsupported_http_version" }
  package static var internalError: String { "internal_error" }
  package static var bodyTooLarge: String { "body_too_large" }

  // MARK: Identifiers
  package static var identifierEmpty: String { "identifier_empty" }
  package static var emailIncomplete: String { "email_incomplete" }
  package static var emailTooLong: String { "email_too_long" }
  package static var emailLocalPartInvalid: String { "email_local_part_invalid" }
  package static var emailDomainInvalid: String { "email_domain_invalid" }
  package static var phoneNumberInvalid: String { "phone_number_invalid" }
  package static var phoneNumberCountryUnknown: String { "phone_number_country_unknown" }
  package static var phoneNumberTooShort: String { "phone_number_too_short" }
  package static var phoneNumberTooLong: String { "phone_number_too_long" }
  package static var phoneNumberNotForMessages: String { "phone_number_not_for_messages" }
  package static var usernameTooShort: String { "username_too_short" }
  package static var usernameTooLong: String { "username_too_long" }
  package static var usernameInvalidCharacter: String { "username_invalid_character" }
  package static var usernameMixedScripts: String { "username_mixed_scripts" }
  package static var usernameReserved: String { "username_reserved" }

  // MARK: Passwords
  package static var passwordTooGuessable: String { "password_too_guessable" }
  package static var passwordTooShort: String { "password_too_short" }
  package static var passwordTooLong: String { "password_too_long" }
  package static var passwordDisallowedCharacter: String { "password_disallowed_character" }
  package static var passwordContainsIdentifier: String { "password_contains_identifier" }
  package static var passwordListed: String { "password_listed" }
  package static var passwordHashingBusy: String { "password_hashing_busy" }

  // MARK: Photos
  package static var photoVectorGraphic: String { "photo_vector_graphic" }
  package static var photoTooManyFrames: String { "photo_too_many_frames" }
  package static var photoProcessingOverloaded: String { "photo_processing_overloaded" }
  package static var photoProcessingClosed: String { "photo_processing_closed" }
  package static var photoProcessingUnavailable: String { "photo_processing_unavailable" }
  package static var libraryFailure: String { "library_failure" }
  package static var photoUnsupportedFormat: String { "photo_unsupported_format" }
  package static var photoDamaged: String { "photo_damaged" }
  package static var photoTooManyPixels: String { "photo_too_many_pixels" }

  // MARK: Ethereum and NEAR
  package static var policyNotMet: String { "policy_not_met" }
  package static var issuedInFuture: String { "issued_in_future" }
  package static var unknownAccount: String { "unknown_account" }
  package static var unknownAccessKey: String { "unknown_access_key" }
  package static var functionCallKey: String { "function_call_key" }
  package static var notFullAccessKey: String { "not_full_access_key" }
  package static var malformedSignature: String { "malformed_signature" }
  package static var highS: String { "high_s" }
  package static var unsupportedContractSignature: String { "unsupported_contract_signature" }
  package static var unsupportedCurve: String { "unsupported_curve" }
  package static var malformedMessage: String { "malformed_message" }
  package static var invalidDomain: String { "invalid_domain" }
  package static var invalidAddress: String { "invalid_address" }
  package static var invalidStatement: String { "invalid_statement" }
  package static var invalidURI: String { "invalid_uri" }
  package static var invalidVersion: String { "invalid_version" }
  package static var invalidNonce: String { "invalid_nonce" }
  package static var invalidTime: String { "invalid_time" }
  package static var invalidRequestID: String { "invalid_request_id" }
  package static var invalidResource: String { "invalid_resource" }
  package static var malformedAccountID: String { "malformed_account_id" }
  package static var malformedPublicKey: String { "malformed_public_key" }
  package static var malformedNonce: String { "malformed_nonce" }
  package static var invalidChainID: String { "invalid_chain_id" }

  // MARK: Passkeys
  package static var credentialNotAllowed: String { "credential_not_allowed" }
  package static var userNotPresent: String { "user_not_present" }
  package static var userNotVerified: String { "user_not_verified" }
  package static var possibleClone: String { "possible_clone" }
  package static var unsupportedAlgorithm: String { "unsupported_algorithm" }
  package static var algorithmNotOffered: String { "algorithm_not_offered" }
  package static var wrongChallenge: String { "wrong_challenge" }
  package static var wrongCeremony: String { "wrong_ceremony" }
  package static var wrongOrigin: String { "wrong_origin" }
  package static var wrongRPID: String { "wrong_rp_id" }
  package static var crossOriginNotAllowed: String { "cross_origin_not_allowed" }
  package static var wrongTopOrigin: String { "wrong_top_origin" }
  package static var inconsistentBackupState: String { "inconsistent_backup_state" }
  package static var backupEligibilityChanged: String { "backup_eligibility_changed" }
  package static var missingUserHandle: String { "missing_user_handle" }
  package static var wrongUserHandle: String { "wrong_user_handle" }
  package static var unknownAttestationFormat: String { "unknown_attestation_format" }
  package static var attestationNotAllowed: String { "attestation_not_allowed" }
  package static var invalidAttestation: String { "invalid_attestation" }
  package static var untrustedAttestation: String { "untrusted_attestation" }
  package static var malformedResponse: String { "malformed_response" }
  package static var malformedClientData: String { "malformed_client_data" }
  package static var malformedAuthenticatorData: String { "malformed_authenticator_data" }
  package static var malformedAttestationObject: String { "malformed_attestation_object" }
  package static var malformedStatement: String { "malformed_statement" }
  package static var malformedCertificate: String { "malformed_certificate" }
  package static var wrongCredentialID: String { "wrong_credential_id" }
  package static var credentialIDTooLong: String { "credential_id_too_long" }
}
