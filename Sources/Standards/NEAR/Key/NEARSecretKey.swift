/// The secret key of a NEAR access key: `ed25519:` or `secp256k1:` and the secret in base58.
///
/// `print` and debugger output do not show the secret. The secret is in ordinary memory: do not use this type
/// for keys that control a user's funds; a wallet holds those. The NEARSignatures library signs with this type.
public struct NEARSecretKey: Sendable {
  /// The length in bytes of the secret: the seed for Ed25519, the scalar for secp256k1.
  public static let secretLength = 32

  /// The curve.
  public let curve: NEARCurve
  /// The secret, 32 bytes: the seed for Ed25519 (RFC 8032 §5.1.5), the scalar for secp256k1.
  public let secret: [UInt8]
  /// The public key that followed the seed of an Ed25519 key, as NEAR's tools write it. It is not verified
  /// here: signing computes the public key and refuses a secret key with another claimed public key.
  public let claimedPublicKey: NEARPublicKey?

  /// Creates a key from its bytes.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - bytes: 32 bytes; for Ed25519 also 64 bytes, the seed and the public key.
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

  /// Parses a key. A text without a prefix is an Ed25519 key.
  ///
  /// - Throws: `unsupported_curve` for another prefix, otherwise `malformed_secret_key`.
  public init(parsing text: String) throws(NEARError) {
    let parts = try CurvePrefixedText(parsing: text, of: "secret key", malformed: .malformedSecretKey)
    try self.init(curve: parts.curve, bytes: parts.bytes)
  }

  /// Creates a new key from a source of randomness.
  ///
  /// With a probability of about 2^-128 the bytes are not a valid secp256k1 key. Signing with such a key
  /// throws.
  public init(curve: NEARCurve, using generator: inout some RandomNumberGenerator) {
    self.curve = curve
    secret = (0..<Self.secretLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    claimedPublicKey = nil
  }

  /// The secret in text form, for a file or an import into a wallet. For Ed25519 the public key follows the
  /// secret.
  ///
  /// - Returns: The text. It contains the secret: never log it.
  public func exposedText(publicKey: NEARPublicKey) -> String {
    CurvePrefixedText.write(curve, curve == .ed25519 ? secret + publicKey.bytes : secret)
  }
}

extension NEARSecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The curve, without the secret.
  public var description: String { "NEARSecretKey(\(curve.rawValue))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["curve": curve]) }
}
