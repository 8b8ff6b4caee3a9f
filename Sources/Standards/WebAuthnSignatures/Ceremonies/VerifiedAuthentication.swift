public import WebAuthn

/// An authentication that meets WebAuthn L3 §7.2. Only ``AuthenticationVerifier`` creates values of this type.
public struct VerifiedAuthentication: Sendable {
  /// The credential id.
  public let credentialID: [UInt8]
  /// The user handle, if the authenticator sent it. It is the one of the record.
  public let userHandle: [UInt8]?
  /// Whether the authenticator verified the user.
  public let isUserVerified: Bool
  /// Whether the credential may be backed up.
  public let isBackupEligible: Bool
  /// Whether the credential is backed up.
  public let isBackedUp: Bool
  /// The signature counter.
  public let signCount: UInt32
  /// Whether the signature counter did not increase. True only with ``AuthenticationVerifier/CounterPolicy/reported``.
  public let isPossibleClone: Bool
  /// The origin of the page or app.
  public let origin: String
  /// The outputs of client extensions. Nothing proves them.
  public let extensions: AuthenticationExtensionOutputs
  /// The record to store (§7.2 step 24). A first verification of the user is not stored: the standard asks for another
  /// factor before a credential counts as one that verifies the user.
  public let updatedRecord: CredentialRecord

  init(_ response: AuthenticationResponse, record: CredentialRecord, isPossibleClone: Bool) {
    let data = response.authenticatorData
    credentialID = response.id
    userHandle = response.userHandle
    isUserVerified = data.flags.contains(.userVerified)
    isBackupEligible = data.flags.contains(.backupEligible)
    isBackedUp = data.flags.contains(.backedUp)
    signCount = data.signCount
    self.isPossibleClone = isPossibleClone
    origin = response.clientData.origin
    extensions = response.extensions
    var updated = record
    // A lower counter would let the copy with the lower count sign in again.
    updated.signCount = max(record.signCount, data.signCount)
    updated.isBackedUp = isBackedUp
    updatedRecord = updated
  }
}
