internal import CDoorwardSecp256k1

/// A point on the curve that the library parsed or computed.
///
/// The value is opaque; ``Secp256k1`` reads and writes its encodings. Only the library creates values, so they
/// are always valid input for it.
public struct Secp256k1PublicKey: Sendable {
  let key: secp256k1_pubkey

  init(key: secp256k1_pubkey) { self.key = key }
}
