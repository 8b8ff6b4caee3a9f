internal import CDoorwardSecp256k1

/// A point of the curve that the library parsed or computed.
///
/// Opaque: ``Secp256k1`` reads and writes its forms. That only the library makes one is what keeps it
/// from being handed garbage.
public struct Secp256k1PublicKey: Sendable {
  let key: secp256k1_pubkey

  init(key: secp256k1_pubkey) { self.key = key }
}
