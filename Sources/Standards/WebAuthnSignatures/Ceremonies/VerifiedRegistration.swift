public import WebAuthn

/// A registration that meets WebAuthn L3 §7.1. Only ``RegistrationVerifier`` creates values of this type.
public struct VerifiedRegistration: Sendable {
  /// The credential id.
  public let credentialID: [UInt8]
  /// The public key.
  public let publicKey: CredentialPublicKey
  /// The model of the authenticator. Without a trusted attestation, nothing proves it.
  public let aaguid: AAGUID
  /// The signature counter.
  public let signCount: UInt32
  /// Whether the authenticator verified the user.
  public let isUserVerified: Bool
  /// Whether the credential may be backed up.
  public let isBackupEligible: Bool
  /// Whether the credential is backed up.
  public let isBackedUp: Bool
  /// The result of the attestation statement.
  public let attestation: VerifiedAttestation
  /// The transports of the authenticator, which are not verified.
  public let transports: [String]
  /// The origin of the page or app.
  public let origin: String
  /// The outputs of extensions.
  public let extensions: RegistrationExtensionOutputs

  init(
    _ response: RegistrationResponse, credential: AttestedCredentialData, publicKey: CredentialPublicKey,
    attestation: VerifiedAttestation
  ) {
    let data = response.attestationObject.authenticatorData
    credentialID = credential.credentialID
    self.publicKey = publicKey
    aaguid = credential.aaguid
    signCount = data.signCount
    isUserVerified = data.flags.contains(.userVerified)
    isBackupEligible = data.flags.contains(.backupEligible)
    isBackedUp = data.flags.contains(.backedUp)
    self.attestation = attestation
    transports = response.transports
    origin = response.clientData.origin
    extensions = response.extensions
  }

  /// The record to store (§7.1 step 27).
  ///
  /// - Returns: The record.
  public func record(userHandle: [UInt8]) -> CredentialRecord {
    CredentialRecord(
      id: credentialID, publicKey: publicKey, signCount: signCount,
      isUserVerificationInitialized: isUserVerified, isBackupEligible: isBackupEligible,
      isBackedUp: isBackedUp, transports: transports, userHandle: userHandle)
  }
}
