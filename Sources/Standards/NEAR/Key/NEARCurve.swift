/// A curve for NEAR keys.
///
/// The raw value is the prefix of keys and signatures in text form. ``borshTag`` identifies the curve in binary
/// form.
public enum NEARCurve: String, Sendable, Hashable, CaseIterable {
  /// Ed25519 (RFC 8032), the curve of nearly every key.
  case ed25519
  /// ECDSA over secp256k1 with recoverable signatures.
  case secp256k1

  /// The length in bytes of a public key. A secp256k1 key consists of x and y, without the leading `04`.
  public var publicKeyLength: Int { self == .ed25519 ? 32 : 64 }

  /// The length in bytes of a signature. A secp256k1 signature consists of r, s and the recovery id.
  public var signatureLength: Int { self == .ed25519 ? 64 : 65 }

  /// The byte that identifies the curve of a key or signature in Borsh.
  public var borshTag: UInt8 { self == .ed25519 ? 0 : 1 }

  init?(borshTag: UInt8) {
    switch borshTag {
    case 0: self = .ed25519
    case 1: self = .secp256k1
    default: return nil
    }
  }
}
