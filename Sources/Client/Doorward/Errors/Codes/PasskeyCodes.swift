/// The codes of passkeys.
extension DoorwardError.Code {
  /// The passkey of a second factor belongs to another account.
  public static var credentialNotAllowed: Self { Self(rawValue: "credential_not_allowed") }
  /// The user did not touch the authenticator.
  public static var userNotPresent: Self { Self(rawValue: "user_not_present") }
  /// The application or a sign-up with a passkey alone requires a PIN or biometrics, and the authenticator asked for
  /// none.
  public static var userNotVerified: Self { Self(rawValue: "user_not_verified") }
  /// The counter of the passkey did not increase. A copy of the passkey may exist.
  public static var possibleClone: Self { Self(rawValue: "possible_clone") }
  /// The key of the new passkey has an algorithm that the server does not know.
  public static var unsupportedAlgorithm: Self { Self(rawValue: "unsupported_algorithm") }
  /// The key has an algorithm that the options do not list.
  public static var algorithmNotOffered: Self { Self(rawValue: "algorithm_not_offered") }
  /// The response answers another challenge.
  public static var wrongChallenge: Self { Self(rawValue: "wrong_challenge") }
  /// A registration was sent as a sign-in, or the reverse.
  public static var wrongCeremony: Self { Self(rawValue: "wrong_ceremony") }
  /// The origin of the page or app is not in `applications[].passkeys.origins`.
  public static var wrongOrigin: Self { Self(rawValue: "wrong_origin") }
  /// The authenticator answered for another domain.
  public static var wrongRPID: Self { Self(rawValue: "wrong_rp_id") }
  /// The page runs in a frame of another origin.
  public static var crossOriginNotAllowed: Self { Self(rawValue: "cross_origin_not_allowed") }
  /// The page around the frame is not expected.
  public static var wrongTopOrigin: Self { Self(rawValue: "wrong_top_origin") }
  /// The authenticator reports that the passkey is backed up, and that it cannot be backed up.
  public static var inconsistentBackupState: Self { Self(rawValue: "inconsistent_backup_state") }
  /// The passkey can be backed up now and could not before, or the reverse.
  public static var backupEligibilityChanged: Self { Self(rawValue: "backup_eligibility_changed") }
  /// The response does not name its user.
  public static var missingUserHandle: Self { Self(rawValue: "missing_user_handle") }
  /// The response names another user.
  public static var wrongUserHandle: Self { Self(rawValue: "wrong_user_handle") }
  /// The attestation of the new passkey has an unknown format.
  public static var unknownAttestationFormat: Self { Self(rawValue: "unknown_attestation_format") }
  /// The server does not accept this format.
  public static var attestationNotAllowed: Self { Self(rawValue: "attestation_not_allowed") }
  /// The attestation is not valid.
  public static var invalidAttestation: Self { Self(rawValue: "invalid_attestation") }
  /// The certificates of the attestation do not belong together.
  public static var untrustedAttestation: Self { Self(rawValue: "untrusted_attestation") }
  /// The response does not have the standard's JSON form.
  public static var malformedResponse: Self { Self(rawValue: "malformed_response") }
  /// The client data is not the standard's JSON.
  public static var malformedClientData: Self { Self(rawValue: "malformed_client_data") }
  /// The authenticator data does not have the standard's form.
  public static var malformedAuthenticatorData: Self { Self(rawValue: "malformed_authenticator_data") }
  /// The attestation object does not have the standard's form.
  public static var malformedAttestationObject: Self { Self(rawValue: "malformed_attestation_object") }
  /// The attestation statement does not have the form of its format.
  public static var malformedStatement: Self { Self(rawValue: "malformed_statement") }
  /// A certificate of the attestation is malformed.
  public static var malformedCertificate: Self { Self(rawValue: "malformed_certificate") }
  /// `id`, `rawId` and the authenticator data do not agree.
  public static var wrongCredentialID: Self { Self(rawValue: "wrong_credential_id") }
  /// The credential id has more than 1023 bytes.
  public static var credentialIDTooLong: Self { Self(rawValue: "credential_id_too_long") }
}
