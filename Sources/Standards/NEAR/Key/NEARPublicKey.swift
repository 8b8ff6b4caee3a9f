internal import BinaryEncodings
internal import Encodings

/// The public key of a NEAR access key: `ed25519:` or `secp256k1:` and the key in base58.
///
/// A value of this type has the correct length for its curve. Whether the bytes are a point on the curve is
/// checked when a signature is verified.
public struct NEARPublicKey: Sendable, Hashable, CustomStringConvertible {
  /// The curve.
  public let curve: NEARCurve
  /// The key: 32 bytes for Ed25519, 64 for secp256k1 (x and y, without the leading `04`).
  public let bytes: [UInt8]

  /// Creates a key from its bytes.
  ///
  /// - Throws: `malformed_public_key` if the number of bytes is wrong for the curve.
  public init(curve: NEARCurve, bytes: [UInt8]) throws(NEARError) {
    guard bytes.count == curve.publicKeyLength else {
      throw NEARError(
        code: .malformedPublicKey,
        reason: "A public key of \(curve.rawValue) has \(curve.publicKeyLength) bytes, not \(bytes.count).")
    }
    self.curve = curve
    self.bytes = bytes
  }

  /// Parses a key.
  ///
  /// A text without a prefix is an Ed25519 key, as in NEAR's tools, and the prefix may be in upper case. To
  /// compare or store keys, use ``description``.
  ///
  /// - Throws: `unsupported_curve` for another prefix, otherwise `malformed_public_key`.
  public init(parsing text: String) throws(NEARError) {
    let parts = try CurvePrefixedText(parsing: text, of: "public key", malformed: .malformedPublicKey)
    try self.init(curve: parts.curve, bytes: parts.bytes)
  }

  /// The key in text form, with its prefix.
  public var description: String { CurvePrefixedText.write(curve, bytes) }
}

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
