/// An account that a wallet says is its person's.
///
/// That is a claim, not a proof: a page in a wallet's place could have said so. What proves it is a message
/// signed with one of the account's keys, see ``SignInResult/signed``, checked by your backend.
public struct NEARAccount: Sendable, Hashable, Codable, Identifiable {
  /// The account id, such as `alice.near`.
  public let accountId: String
  /// The key the wallet named, such as `ed25519:…`; many wallets name none until they sign.
  public let publicKey: String?
  /// The id of the wallet in the list of wallets.
  public let walletId: String

  /// Makes an account.
  public init(accountId: String, publicKey: String?, walletId: String) {
    self.accountId = accountId
    self.publicKey = publicKey
    self.walletId = walletId
  }

  public var id: String { accountId }

  /// The account id, as the app shows it to the user.
  public var displayName: String { accountId }

  /// The account id as it fits on a button: the middle of a long one is left out.
  public var shortDisplayName: String {
    accountId.count <= 24 ? accountId : "\(accountId.prefix(10))…\(accountId.suffix(8))"
  }
}
