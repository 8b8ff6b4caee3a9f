/// A curve that NEAR accounts sign with.
///
/// The raw value is the prefix of keys and signatures in text; ``borshTag`` stands for it in bytes.
public enum NEARCurve: String, Sendable, Hashable, CaseIterable {
  /// Ed25519 (RFC 8032), the curve of nearly every key.
  case ed25519
  /// ECDSA over secp256k1 with recoverable signatures.
  case secp256k1

  /// Bytes of a public key; of secp256k1 the point's x and y, without the `04` in front.
  public var publicKeyLength: Int { self == .ed25519 ? 32 : 64 }

  /// Bytes of a signature; of secp256k1 r, s and the recovery id.
  public var signatureLength: Int { self == .ed25519 ? 64 : 65 }

  /// The byte that stands for the curve before a key or signature in Borsh.
  public var borshTag: UInt8 { self == .ed25519 ? 0 : 1 }

  init?(borshTag: UInt8) {
    switch borshTag {
    case 0: self = .ed25519
    case 1: self = .secp256k1
    default: return nil
    }
  }
}
