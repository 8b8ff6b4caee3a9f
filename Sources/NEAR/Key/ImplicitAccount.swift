internal import Encodings

extension NEARPublicKey {
  /// The account that this key owns without anyone having registered it.
  ///
  /// Of an Ed25519 key it is the key in hexadecimal. Of a secp256k1 key it is the Ethereum address
  /// (NEP-518); the key cannot sign for that account directly, a wallet contract stands between.
  public var implicitAccountID: NEARAccountID {
    switch curve {
    case .ed25519: NEARAccountID(wellFormed: Hex.encode(bytes))
    case .secp256k1: NEARAccountID(wellFormed: Hex.encode(Keccak256.hash(bytes).suffix(20), prefix: true))
    }
  }
}
