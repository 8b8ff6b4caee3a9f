internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// A public key of an elliptic curve or of RSA that verifies signatures with a scheme of the caller's choice.
///
/// For a key that verifies many signatures, ``P256PublicKey`` and ``RSAPublicKey`` are faster.
///
/// `@unchecked Sendable` is sound: the key is set in `init`, freed in `deinit`, and only read in between.
public final class SignaturePublicKey: @unchecked Sendable {
  /// The curves of ECDSA keys.
  public enum Curve: String, Sendable, Hashable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"

    /// The number of bytes in a coordinate.
    public var coordinateLength: Int {
      switch self {
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  /// The signature schemes.
  public enum Scheme: Sendable, Hashable {
    /// ECDSA with a signature in DER (RFC 3279 §2.2.3).
    case ecdsa(DigestAlgorithm)
    /// ECDSA with a signature of r and s side by side, each as long as a coordinate (RFC 7518 §3.4).
    case rawECDSA(DigestAlgorithm)
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
    case pkcs1(DigestAlgorithm)
    /// RSASSA-PSS (RFC 8017 §8.1) with the same hash for message and mask, and a salt as long as the hash.
    case pss(DigestAlgorithm)
  }

  private let key: OpaquePointer
  /// The length of every signature of an RSA key, in bytes; nil for a curve.
  private let modulusLength: Int?
  private let curve: Curve?

  /// Makes a key from an uncompressed point, which must be on the curve.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_key`.
  public init(curve: Curve, point: [UInt8]) throws(OpenSSLError) {
    guard point.count == 1 + 2 * curve.coordinateLength, point[0] == 4 else {
      throw OpenSSLError(
        code: .invalidKey, reason: "a point on \(curve.rawValue) is written as the byte 4, x and y")
    }
    var parameters = try KeyParameters()
    try parameters.add(OSSL_PKEY_PARAM_GROUP_NAME, text: curve.rawValue)
    try parameters.add(OSSL_PKEY_PARAM_PUB_KEY, bytes: point)
    key = try parameters.makeKey("EC", secret: false)
    modulusLength = nil
    self.curve = curve
  }

  /// Makes a key from a modulus and a public exponent, each in big-endian order.
  ///
  /// - Throws: ``OpenSSLError`` `key_too_small`, `key_too_large` or `invalid_key`.
  public init(modulus: [UInt8], exponent: [UInt8]) throws(OpenSSLError) {
    let numbers = try RSAPublicNumbers(modulus: modulus, exponent: exponent)
    var parameters = try KeyParameters()
    try parameters.add(OSSL_PKEY_PARAM_RSA_N, number: numbers.modulus)
    try parameters.add(OSSL_PKEY_PARAM_RSA_E, number: numbers.exponent)
    key = try parameters.makeKey("RSA", secret: false)
    modulusLength = numbers.modulus.count
    curve = nil
  }

  deinit { EVP_PKEY_free(key) }

  /// Whether `signature` is this key's signature of a message. False if the scheme does not fit the kind of key.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func isValidSignature(
    _ signature: [UInt8], message: [UInt8], scheme: Scheme
  ) throws(OpenSSLError) -> Bool {
    switch scheme {
    case .ecdsa(let digest):
      guard curve != nil else { return false }
      return try verify(signature, of: message, digest: digest, padding: nil)
    case .rawECDSA(let digest):
      guard let curve,
        let der = ECDSASignature.der(fromRaw: signature, coordinateLength: curve.coordinateLength)
      else { return false }
      return try verify(der, of: message, digest: digest, padding: nil)
    case .pkcs1(let digest):
      guard signature.count == modulusLength else { return false }
      return try verify(signature, of: message, digest: digest, padding: RSA_PKCS1_PADDING)
    case .pss(let digest):
      guard signature.count == modulusLength else { return false }
      return try verify(signature, of: message, digest: digest, padding: RSA_PKCS1_PSS_PADDING)
    }
  }

  private func verify(
    _ signature: [UInt8], of message: [UInt8], digest: DigestAlgorithm, padding: Int32?
  ) throws(OpenSSLError) -> Bool {
    let hash = try digest.hash(message)
    guard let operation = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { throw .last("verifying") }
    defer { EVP_PKEY_CTX_free(operation) }
    guard EVP_PKEY_verify_init(operation) == 1 else { throw .last("verifying") }
    if let padding {
      guard EVP_PKEY_CTX_set_rsa_padding(operation, padding) == 1,
        EVP_PKEY_CTX_set_signature_md(operation, digest.algorithm) == 1,
        padding != RSA_PKCS1_PSS_PADDING
          || EVP_PKEY_CTX_set_rsa_pss_saltlen(operation, RSA_PSS_SALTLEN_DIGEST) == 1
      else { throw .last("verifying") }
    }
    if EVP_PKEY_verify(operation, signature, signature.count, hash, hash.count) == 1 { return true }
    ERR_clear_error()
    return false
  }
}
