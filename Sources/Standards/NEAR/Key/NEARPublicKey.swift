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
