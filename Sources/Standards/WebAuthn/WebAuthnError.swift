public import Encodings

/// The reason why a response of an authenticator was refused.
public struct WebAuthnError: CodedError {
  /// The kind of error. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of error.
  public var code: Code
  /// The reason as a sentence.
  public var reason: String

  /// Creates an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}

// Parsing.
extension WebAuthnError.Code {
  /// The response, or the options, do not have the JSON form of WebAuthn L3 §5.1.
  public static let malformedResponse = Self(rawValue: "malformed_response")
  /// The client data is not the JSON of WebAuthn L3 §5.8.1.
  public static let malformedClientData = Self(rawValue: "malformed_client_data")
  /// The authenticator data does not follow WebAuthn L3 §6.1.
  public static let malformedAuthenticatorData = Self(rawValue: "malformed_authenticator_data")
  /// The attestation object does not follow WebAuthn L3 §6.5.4.
  public static let malformedAttestationObject = Self(rawValue: "malformed_attestation_object")
  /// The attestation statement does not have the syntax of its format (WebAuthn L3 §8).
  public static let malformedStatement = Self(rawValue: "malformed_statement")
  /// The public key is not the COSE_Key of WebAuthn L3 §6.5.1.
  public static let malformedPublicKey = Self(rawValue: "malformed_public_key")
  /// A certificate does not follow RFC 5280.
  public static let malformedCertificate = Self(rawValue: "malformed_certificate")
  /// The library does not support the algorithm.
  public static let unsupportedAlgorithm = Self(rawValue: "unsupported_algorithm")
  /// `id`, `rawId` and the attested credential are not the same.
  public static let wrongCredentialID = Self(rawValue: "wrong_credential_id")
  /// The credential id is longer than 1023 bytes.
  public static let credentialIDTooLong = Self(rawValue: "credential_id_too_long")
}

// Configuration.
extension WebAuthnError.Code {
  /// The RP ID is not a domain.
  public static let invalidRelyingPartyID = Self(rawValue: "invalid_rp_id")
  /// An expected origin is not an origin.
  public static let invalidOrigin = Self(rawValue: "invalid_origin")
}

// Ceremonies (WebAuthn L3 §7).
extension WebAuthnError.Code {
  /// The client data is of another ceremony.
  public static let wrongCeremony = Self(rawValue: "wrong_ceremony")
  /// The challenge is not the expected one.
  public static let wrongChallenge = Self(rawValue: "wrong_challenge")
  /// The origin is not expected.
  public static let wrongOrigin = Self(rawValue: "wrong_origin")
  /// The ceremony ran in a frame of another origin, which is not expected.
  public static let crossOriginNotAllowed = Self(rawValue: "cross_origin_not_allowed")
  /// The origin of the top-level page is not expected.
  public static let wrongTopOrigin = Self(rawValue: "wrong_top_origin")
  /// The authenticator data is for another RP ID.
  public static let wrongRelyingPartyID = Self(rawValue: "wrong_rp_id")
  /// The user was not present.
  public static let userNotPresent = Self(rawValue: "user_not_present")
  /// The user was not verified.
  public static let userNotVerified = Self(rawValue: "user_not_verified")
  /// The credential is backed up and not eligible for backup.
  public static let inconsistentBackupState = Self(rawValue: "inconsistent_backup_state")
  /// The backup eligibility of the credential has changed since its registration.
  public static let backupEligibilityChanged = Self(rawValue: "backup_eligibility_changed")
  /// The algorithm of the credential was not offered.
  public static let algorithmNotOffered = Self(rawValue: "algorithm_not_offered")
  /// The credential is not among the allowed ones.
  public static let credentialNotAllowed = Self(rawValue: "credential_not_allowed")
  /// The response does not name the user, who was not identified before.
  public static let missingUserHandle = Self(rawValue: "missing_user_handle")
  /// The response names another user.
  public static let wrongUserHandle = Self(rawValue: "wrong_user_handle")
  /// The signature does not match.
  public static let wrongSignature = Self(rawValue: "wrong_signature")
  /// The signature counter did not increase: a copy of the authenticator may exist.
  public static let possibleClone = Self(rawValue: "possible_clone")
  /// An extension does not have the required output.
  public static let extensionRefused = Self(rawValue: "extension_refused")
}

// Attestation (WebAuthn L3 §8) and metadata (FIDO MDS 3).
extension WebAuthnError.Code {
  /// The attestation statement format is unknown.
  public static let unknownAttestationFormat = Self(rawValue: "unknown_attestation_format")
  /// The policy does not accept the attestation statement format or the attestation type.
  public static let attestationNotAllowed = Self(rawValue: "attestation_not_allowed")
  /// The attestation statement does not meet the verification procedure of its format.
  public static let invalidAttestation = Self(rawValue: "invalid_attestation")
  /// The certificates of the attestation do not lead to a trust anchor.
  public static let untrustedAttestation = Self(rawValue: "untrusted_attestation")
  /// The metadata reports that the authenticator model is compromised or revoked.
  public static let compromisedAuthenticator = Self(rawValue: "compromised_authenticator")
  /// The metadata file is not the signed file of FIDO MDS 3 §3.1.
  public static let malformedMetadata = Self(rawValue: "malformed_metadata")
  /// The signature of the metadata file, or its certificates, are not valid.
  public static let untrustedMetadata = Self(rawValue: "untrusted_metadata")
  /// The metadata file is older than its next update.
  public static let expiredMetadata = Self(rawValue: "expired_metadata")
  /// An operation of the cryptographic library failed.
  public static let libraryFailure = Self(rawValue: "library_failure")
}
