/// The secret half of a NEAR key: `ed25519:` or `secp256k1:` and the secret in base58.
///
/// Neither `print` nor a debugger's dump shows it. It lives in ordinary memory: where a person's funds
/// are at stake, a wallet holds the key. Signing is in the NEARSignatures library.
public struct NEARSecretKey: Sendable {
  /// Bytes of the secret of either curve: the seed of Ed25519, the number of secp256k1.
  public static let secretLength = 32

  /// The curve.
  public let curve: NEARCurve
  /// The secret itself, 32 bytes: the seed of Ed25519 (RFC 8032 §5.1.5), the number of secp256k1.
  public let secret: [UInt8]
  /// The public half that stood beside the seed of an Ed25519 key, as NEAR's tools write it. It is a
  /// claim: signing computes the public key and refuses a secret key that claims another.
  public let claimedPublicKey: NEARPublicKey?

  /// Makes a key of its bytes.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - bytes: 32 bytes; of Ed25519 also 64, the seed and the public key.
  /// - Throws: `malformed_secret_key` for any other number of bytes.
  public init(curve: NEARCurve, bytes: [UInt8]) throws(NEARError) {
    switch (curve, bytes.count) {
    case (_, Self.secretLength):
      claimedPublicKey = nil
    case (.ed25519, Self.secretLength + 32):
      claimedPublicKey = try NEARPublicKey(curve: .ed25519, bytes: Array(bytes[Self.secretLength...]))
    default:
      throw NEARError(
        code: .malformedSecretKey,
        reason: "A secret key of \(curve.rawValue) has "
          + (curve == .ed25519 ? "64 bytes, or 32 without the public key." : "32 bytes."))
    }
    self.curve = curve
    secret = Array(bytes.prefix(Self.secretLength))
  }

  /// Reads a key in text.
  ///
  /// Text without a curve in front is an Ed25519 key.
  ///
  /// - Throws: `unsupported_curve` for another prefix, else `malformed_secret_key`.
  public init(parsing text: String) throws(NEARError) {
    let parts = try CurvePrefixedText(parsing: text, of: "secret key", malformed: .malformedSecretKey)
    try self.init(curve: parts.curve, bytes: parts.bytes)
  }

  /// Makes a new key from a source of randomness.
  ///
  /// Of 2^128 draws about one is no key of secp256k1; signing with it would throw.
  public init(curve: NEARCurve, using generator: inout some RandomNumberGenerator) {
    self.curve = curve
    secret = (0..<Self.secretLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    claimedPublicKey = nil
  }

  /// The secret in text, for a file or a wallet that imports it: of Ed25519 followed by its public key.
  ///
  /// - Parameter publicKey: The public key that the secret has.
  /// - Returns: The text. It is the secret: never log it.
  public func exposedText(publicKey: NEARPublicKey) -> String {
    CurvePrefixedText.write(curve, curve == .ed25519 ? secret + publicKey.bytes : secret)
  }
}

extension NEARSecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The curve, never the secret.
  public var description: String { "NEARSecretKey(\(curve.rawValue))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["curve": curve]) }
}
