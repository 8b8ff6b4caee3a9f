/// The evidence for an account that a wallet reported.
public enum AccountStanding: Sendable, Hashable {
  /// The wallet reported the account without proof.
  case claimed
  /// The holder of a key signed a message. Your backend queries the chain for the owner of the key.
  case signed(MessageSignResult)
}

extension SignInResult {
  /// The evidence for the account.
  public var standing: AccountStanding { signed.map { .signed($0) } ?? .claimed }
}
