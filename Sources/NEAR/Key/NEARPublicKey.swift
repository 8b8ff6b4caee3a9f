/// The public half of a NEAR access key: `ed25519:` or `secp256k1:` and the key in base58.
///
/// A value of this type has the right length for its curve. Whether its bytes are a point of the curve
/// is asked where a signature is checked.
public struct NEARPublicKey: Sendable, Hashable, CustomStringConvertible {
  /// The curve.
  public let curve: NEARCurve
  /// The key: 32 bytes of Ed25519, 64 of secp256k1 (x and y, without the `04` in front).
  public let bytes: [UInt8]

  /// Makes a key of its bytes.
  ///
  /// - Throws: `malformed_public_key` unless there are as many as the curve's keys have.
  public init(curve: NEARCurve, bytes: [UInt8]) throws(NEARError) {
    guard bytes.count == curve.publicKeyLength else {
      throw NEARError(
        code: .malformedPublicKey,
        reason: "A public key of \(curve.rawValue) has \(curve.publicKeyLength) bytes, not \(bytes.count).")
    }
    self.curve = curve
    self.bytes = bytes
  }

  /// Reads a key in text.
  ///
  /// Text without a curve in front is an Ed25519 key, as NEAR's tools take it, and the curve is read in
  /// either case. ``description`` is the one text to compare and store.
  ///
  /// - Throws: `unsupported_curve` for another prefix, else `malformed_public_key`.
  public init(parsing text: String) throws(NEARError) {
    let parts = try CurvePrefixedText(parsing: text, of: "public key", malformed: .malformedPublicKey)
    try self.init(curve: parts.curve, bytes: parts.bytes)
  }

  /// The key in text, its curve in front.
  public var description: String { CurvePrefixedText.write(curve, bytes) }
}
