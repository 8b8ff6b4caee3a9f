import Encodings

extension JSONValue {
  /// A body with all members of an Ethereum and of a NEAR proof, with wrong values: it is refused with 422 and counted.
  static let wrongProof: JSONValue = [
    "message": "x", "signature": "x", "account_id": "x", "public_key": "x", "recipient": "x", "nonce": "x",
    "network": "mainnet", "binding_secret": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ]
}
