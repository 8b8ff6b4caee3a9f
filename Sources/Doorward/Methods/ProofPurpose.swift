/// What a wallet's signature is for. The text that the wallet shows says it, and the signature is good for that alone.
public enum ProofPurpose: String, Sendable {
  case signIn = "sign_in"
  /// Adds the wallet to the signed-in account.
  case link
  /// Adds the wallet to the signed-in account, and takes it from another account if it belongs to one. That account's
  /// sessions end; if it is left without a way in, it is deleted. Ask the user first: see ``IdentityInUse``.
  case move
}
