/// What an account that a wallet named is worth.
public enum AccountStanding: Sendable, Hashable {
  /// Nothing but the wallet's word.
  case claimed
  /// A message of which the holder of a key has signed every byte. Whose key it is, your backend asks the chain.
  case signed(MessageSignResult)
}

extension SignInResult {
  /// What the account is worth.
  public var standing: AccountStanding { signed.map { .signed($0) } ?? .claimed }
}
