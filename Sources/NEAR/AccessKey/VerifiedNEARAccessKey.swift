/// A key that may do anything on an account. Only ``NEARAccessKeyChecker`` makes one.
public struct VerifiedNEARAccessKey: Sendable, Hashable {
  /// How it is known.
  public enum Basis: Sendable, Hashable {
    /// The chain has the key on the account, with full access, at this final block.
    case confirmed(at: NEARBlockReference)
    /// The chain does not know the account at this final block, and the account is implicit and named by
    /// this very key.
    case derived(at: NEARBlockReference)
    /// No endpoint could be reached, and the account is implicit and named by this very key. Whether
    /// the key has been deleted since is not known: for development alone.
    case derivedUnreachable
  }

  /// The account.
  public let accountID: NEARAccountID
  /// The key.
  public let publicKey: NEARPublicKey
  /// How it is known.
  public let basis: Basis

  init(accountID: NEARAccountID, publicKey: NEARPublicKey, basis: Basis) {
    self.accountID = accountID
    self.publicKey = publicKey
    self.basis = basis
  }
}
