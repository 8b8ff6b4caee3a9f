internal import Encodings

/// A signature by a NEAR key: 64 bytes for Ed25519, or r, s and the recovery id in 65 bytes for secp256k1.
///
/// A value of this type has the correct length for its curve. It is not verified.
public struct NEARSignature: Sendable, Hashable, CustomStringConvertible {
  /// The curve.
  public let curve: NEARCurve
  /// The signature.
  public let bytes: [UInt8]

  /// Creates a signature from its bytes.
  ///
  /// - Throws: `malformed_signature` if the number of bytes is wrong for the curve.
  public init(curve: NEARCurve, bytes: [UInt8]) throws(NEARError) {
    guard bytes.count == curve.signatureLength else {
      throw NEARError(
        code: .malformedSignature,
        reason: "A signature of \(curve.rawValue) has \(curve.signatureLength) bytes, not \(bytes.count).")
    }
    self.curve = curve
    self.bytes = bytes
  }

  /// Parses a signature in the format of wallets: standard base64 with padding (NEP-413 §Signature).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - curve: The curve of the key, which the text does not contain.
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

  /// Parses a signature in the format of NEAR's tools: `ed25519:` or `secp256k1:` and base58. A text without a
  /// prefix is an Ed25519 signature.
  ///
  /// - Throws: `unsupported_curve` for another prefix, otherwise `malformed_signature`.
  public init(parsing text: String) throws(NEARError) {
    let parts = try CurvePrefixedText(parsing: text, of: "signature", malformed: .malformedSignature)
    try self.init(curve: parts.curve, bytes: parts.bytes)
  }

  /// The signature in standard base64, the format of wallets.
  public var base64: String { Base64.encode(bytes) }

  /// The signature in base58, with its prefix.
  public var description: String { CurvePrefixedText.write(curve, bytes) }

  /// More than 65 bytes need.
  private static let maximumBase64 = 128
}
