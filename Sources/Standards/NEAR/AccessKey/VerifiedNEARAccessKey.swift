/// A key with full access to an account. Only ``NEARAccessKeyChecker`` creates values of this type.
public struct VerifiedNEARAccessKey: Sendable, Hashable {
  /// The evidence for the key.
  public enum Basis: Sendable, Hashable {
    /// The chain lists the key with full access at this final block.
    case confirmed(at: NEARBlockReference)
    /// The account is the implicit account of this key and does not exist on the chain at this final block.
    case derived(at: NEARBlockReference)
    /// No endpoint could be reached, and the account is the implicit account of this key. The key may have been
    /// deleted, so this is only for development.
    case derivedUnreachable
  }

  /// The account.
  public let accountID: NEARAccountID
  /// The key.
  public let publicKey: NEARPublicKey
  /// The evidence for the key.
  public let basis: Basis

  init(accountID: NEARAccountID, publicKey: NEARPublicKey, basis: Basis) {
    self.accountID = accountID
    self.publicKey = publicKey
    self.basis = basis
  }
}
