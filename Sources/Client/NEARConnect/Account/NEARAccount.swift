/// A NEAR account that a wallet reports as the user's account.
///
/// This is a claim, not a proof: a malicious wallet page could report any account. The proof is a message that
/// is signed with one of the account's keys; see ``SignInResult/signed``. Your backend verifies it.
public struct NEARAccount: Sendable, Hashable, Codable, Identifiable {
  /// The account id, such as `alice.near`.
  public let accountId: String
  /// The key that the wallet named, such as `ed25519:…`. Many wallets name no key until they sign.
  public let publicKey: String?
  /// The id of the wallet in the list of wallets.
  public let walletId: String

  /// Creates an account.
  public init(accountId: String, publicKey: String?, walletId: String) {
    self.accountId = accountId
    self.publicKey = publicKey
    self.walletId = walletId
  }

  public var id: String { accountId }

  /// The account id in the form that the app shows to the user.
  public var displayName: String { accountId }

  /// The account id, shortened in the middle so that it fits on a button.
  public var shortDisplayName: String {
    accountId.count <= 24 ? accountId : "\(accountId.prefix(10))…\(accountId.suffix(8))"
  }
}
