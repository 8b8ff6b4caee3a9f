import Encodings

extension JSONValue {
  /// A body with all members of a proof, of Ethereum and of NEAR, that proves nothing: it is refused with 422, and
  /// counted as an attempt.
  static let wrongProof: JSONValue = [
    "message": "x", "signature": "x", "account_id": "x", "public_key": "x", "recipient": "x", "nonce": "x",
    "network": "mainnet", "binding_secret": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ]
}
