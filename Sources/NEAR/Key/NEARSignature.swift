internal import Encodings

/// A signature of a NEAR key: 64 bytes of Ed25519, or r, s and the recovery id of secp256k1 in 65.
///
/// A value of this type has the right length for its curve. Who made it is for a verifier to say.
public struct NEARSignature: Sendable, Hashable, CustomStringConvertible {
  /// The curve.
  public let curve: NEARCurve
  /// The signature.
  public let bytes: [UInt8]

  /// Makes a signature of its bytes.
  ///
  /// - Throws: `malformed_signature` unless there are as many as the curve's signatures have.
  public init(curve: NEARCurve, bytes: [UInt8]) throws(NEARError) {
    guard bytes.count == curve.signatureLength else {
      throw NEARError(
        code: .malformedSignature,
        reason: "A signature of \(curve.rawValue) has \(curve.signatureLength) bytes, not \(bytes.count).")
    }
    self.curve = curve
    self.bytes = bytes
  }

  /// Reads a signature as wallets answer it: standard base64 with padding (NEP-413 §Signature).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - curve: The curve of the key it is said to be of, which the text does not tell.
  /// - Throws: `malformed_signature`.
  public init(base64 text: String, curve: NEARCurve) throws(NEARError) {
    let bytes: [UInt8]
    do throws(EncodingsError) {
      guard text.utf8.count <= Self.maximumBase64 else {
        throw EncodingsError(code: .tooLong, reason: "")
      }
      bytes = try Base64.decode(text)
    } catch {
      throw NEARError(
        code: .malformedSignature,
        reason: "The signature is not standard base64 of \(curve.signatureLength) bytes.")
    }
    try self.init(curve: curve, bytes: bytes)
  }

  /// Reads a signature as NEAR's tools write it: `ed25519:` or `secp256k1:` and base58.
  ///
  /// Text without a curve in front is of Ed25519.
  ///
  /// - Throws: `unsupported_curve` for another prefix, else `malformed_signature`.
  public init(parsing text: String) throws(NEARError) {
    let parts = try CurvePrefixedText(parsing: text, of: "signature", malformed: .malformedSignature)
    try self.init(curve: parts.curve, bytes: parts.bytes)
  }

  /// The signature in standard base64, as wallets answer it.
  public var base64: String { Base64.encode(bytes) }

  /// The signature in base58, its curve in front.
  public var description: String { CurvePrefixedText.write(curve, bytes) }

  /// More than 65 bytes take.
  private static let maximumBase64 = 128
}
