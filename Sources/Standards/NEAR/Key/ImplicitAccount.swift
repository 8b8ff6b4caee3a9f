internal import BinaryEncodings
internal import Encodings

extension NEARPublicKey {
  /// The account that this key owns without a registration.
  ///
  /// For an Ed25519 key, the id is the key in hexadecimal. For a secp256k1 key, the id is the Ethereum address
  /// (NEP-518). Such a key cannot sign for the account directly; a wallet contract on the account verifies its
  /// signatures.
  public var implicitAccountID: NEARAccountID {
    switch curve {
    case .ed25519: NEARAccountID(wellFormed: Hex.encode(bytes))
    case .secp256k1: NEARAccountID(wellFormed: Hex.encode(Keccak256.hash(bytes).suffix(20), prefix: true))
    }
  }
}
