internal import DoorwardWire

/// The codes of passkeys.
extension DoorwardError.Code {
  /// The passkey of a second factor belongs to another account.
  public static var credentialNotAllowed: Self { Self(rawValue: WireCode.credentialNotAllowed) }
  /// The user did not touch the authenticator.
  public static var userNotPresent: Self { Self(rawValue: WireCode.userNotPresent) }
  /// The application or a sign-up with a passkey alone requires a PIN or biometrics, and the authenticator asked for
  /// none.
  public static var userNotVerified: Self { Self(rawValue: WireCode.userNotVerified) }
  /// The counter of the passkey did not increase. A copy of the passkey may exist.
  public static var possibleClone: Self { Self(rawValue: WireCode.possibleClone) }
  /// The key of the new passkey has an algorithm that the server does not know.
  public static var unsupportedAlgorithm: Self { Self(rawValue: WireCode.unsupportedAlgorithm) }
  /// The key has an algorithm that the options do not list.
  public static var algorithmNotOffered: Self { Self(rawValue: WireCode.algorithmNotOffered) }
  /// The response answers another challenge.
  public static var wrongChallenge: Self { Self(rawValue: WireCode.wrongChallenge) }
  /// A registration was sent as a sign-in, or the reverse.
  public static var wrongCeremony: Self { Self(rawValue: WireCode.wrongCeremony) }
  /// The origin of the page or app is not in `applications[].passkeys.origins`.
  public static var wrongOrigin: Self { Self(rawValue: WireCode.wrongOrigin) }
  /// The authenticator answered for another domain.
  public static var wrongRPID: Self { Self(rawValue: WireCode.wrongRPID) }
  /// The page runs in a frame of another origin.
  public static var crossOriginNotAllowed: Self { Self(rawValue: WireCode.crossOriginNotAllowed) }
  /// The page around the frame is not expected.
  public static var wrongTopOrigin: Self { Self(rawValue: WireCode.wrongTopOrigin) }
  /// The authenticator reports that the passkey is backed up, and that it cannot be backed up.
  public static var inconsistentBackupState: Self { Self(rawValue: WireCode.inconsistentBackupState) }
  /// The passkey can be backed up now and could not before, or the reverse.
  public static var backupEligibilityChanged: Self { Self(rawValue: WireCode.backupEligibilityChanged) }
  /// The response does not name its user.
  public static var missingUserHandle: Self { Self(rawValue: WireCode.missingUserHandle) }
  /// The response names another user.
  public static var wrongUserHandle: Self { Self(rawValue: WireCode.wrongUserHandle) }
  /// The attestation of the new passkey has an unknown format.
  public static var unknownAttestationFormat: Self { Self(rawValue: WireCode.unknownAttestationFormat) }
  /// The server does not accept this format.
  public static var attestationNotAllowed: Self { Self(rawValue: WireCode.attestationNotAllowed) }
  /// The attestation is not valid.
  public static var invalidAttestation: Self { Self(rawValue: WireCode.invalidAttestation) }
  /// The certificates of the attestation do not belong together.
  public static var untrustedAttestation: Self { Self(rawValue: WireCode.untrustedAttestation) }
  /// The response does not have the standard's JSON form.
  public static var malformedResponse: Self { Self(rawValue: WireCode.malformedResponse) }
  /// The client data is not the standard's JSON.
  public static var malformedClientData: Self { Self(rawValue: WireCode.malformedClientData) }
  /// The authenticator data does not have the standard's form.
  public static var malformedAuthenticatorData: Self { Self(rawValue: WireCode.malformedAuthenticatorData) }
  /// The attestation object does not have the standard's form.
  public static var malformedAttestationObject: Self { Self(rawValue: WireCode.malformedAttestationObject) }
  /// The attestation statement does not have the form of its format.
  public static var malformedStatement: Self { Self(rawValue: WireCode.malformedStatement) }
  /// A certificate of the attestation is malformed.
  public static var malformedCertificate: Self { Self(rawValue: WireCode.malformedCertificate) }
  /// `id`, `rawId` and the authenticator data do not agree.
  public static var wrongCredentialID: Self { Self(rawValue: WireCode.wrongCredentialID) }
  /// The credential id has more than 1023 bytes.
  public static var credentialIDTooLong: Self { Self(rawValue: WireCode.credentialIDTooLong) }
}
