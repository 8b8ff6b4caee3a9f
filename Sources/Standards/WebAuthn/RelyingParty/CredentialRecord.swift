/// The data of a credential that a relying party keeps (WebAuthn L3 §4, "Credential Record").
public struct CredentialRecord: Sendable, Hashable {
  /// The credential id.
  public var id: [UInt8]
  /// The public key.
  public var publicKey: CredentialPublicKey
  /// The signature counter of the last ceremony.
  public var signCount: UInt32
  /// Whether the user was ever verified with this credential.
  public var isUserVerificationInitialized: Bool
  /// Whether the credential may be backed up. It never changes. Nil if the relying party does not know.
  public var isBackupEligible: Bool?
  /// Whether the credential was backed up at the last ceremony.
  public var isBackedUp: Bool
  /// The transports of the authenticator.
  public var transports: [String]
  /// The user handle of the account that has the credential; nil if the relying party does not check it.
  public var userHandle: [UInt8]?

  /// Creates a record.
  public init(
    id: [UInt8], publicKey: CredentialPublicKey, signCount: UInt32 = 0,
    isUserVerificationInitialized: Bool = false, isBackupEligible: Bool? = nil, isBackedUp: Bool = false,
    transports: [String] = [], userHandle: [UInt8]? = nil
  ) {
    self.id = id
    self.publicKey = publicKey
    self.signCount = signCount
    self.isUserVerificationInitialized = isUserVerificationInitialized
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.transports = transports
    self.userHandle = userHandle
  }
}
