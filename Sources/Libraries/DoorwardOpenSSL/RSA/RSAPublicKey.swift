internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// An RSA public key of 2048 to 8192 bits, ready to verify PKCS #1 v1.5 signatures over SHA-256.
public final class RSAPublicKey: Sendable {
  private let prepared: PreparedKey
  private let context: OpenSSLContext

  /// The length of the modulus and of every signature, in bytes.
  public let length: Int

  /// Makes a key from a modulus and a public exponent, each in big-endian order.
  ///
  /// - Throws: ``OpenSSLError`` `key_too_small`, `key_too_large` or `invalid_key`.
  public init(modulus: [UInt8], exponent: [UInt8], context: OpenSSLContext) throws(OpenSSLError) {
    let numbers = try RSAPublicNumbers(modulus: modulus, exponent: exponent)
    var parameters = try KeyParameters()
    try parameters.add(OSSL_PKEY_PARAM_RSA_N, number: numbers.modulus)
    try parameters.add(OSSL_PKEY_PARAM_RSA_E, number: numbers.exponent)
    let key = try parameters.makeKey("RSA", secret: false)
    prepared = try PreparedKey(owning: key) { operation throws(OpenSSLError) in
      guard EVP_PKEY_verify_init(operation) == 1,
        EVP_PKEY_CTX_set_rsa_padding(operation, RSA_PKCS1_PADDING) == 1,
        EVP_PKEY_CTX_set_signature_md(operation, context.sha256) == 1
      else { throw .last("preparing an RSA key") }
    }
    self.context = context
    length = numbers.modulus.count
  }

  /// Whether `signature` is this key's signature of a message (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017 §8.2.2).
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func isValidSignature(
    _ signature: [UInt8], message: [UInt8]
  ) throws(OpenSSLError) -> Bool {
    // RFC 8017 §8.2.2 step 1: the signature is as long as the modulus.
    guard signature.count == length else { return false }
    let digest = try context.sha256(message)
    guard let verification = prepared.duplicate() else { throw .last("verifying") }
    defer { EVP_PKEY_CTX_free(verification) }
    if EVP_PKEY_verify(verification, signature, signature.count, digest, digest.count) == 1 { return true }
    ERR_clear_error()
    return false
  }
}

/// The numbers of an RSA public key, checked against the limits of this module.
///
/// The limits prevent an attack: verification time grows with the square of the modulus and with the size of the
/// exponent. Without limits, each token of a hostile key set could cost seconds of work.
struct RSAPublicNumbers {
  let modulus: [UInt8]
  let exponent: [UInt8]

  init(modulus: [UInt8], exponent: [UInt8]) throws(OpenSSLError) {
    let n = modulus.drop { $0 == 0 }
    let e = exponent.drop { $0 == 0 }
    let bits = n.count * 8 - (n.first?.leadingZeroBitCount ?? 0)
    guard bits >= 2048 else {
      throw OpenSSLError(code: .keyTooSmall, reason: "an RSA key has at least 2048 bits, this one \(bits)")
    }
    guard bits <= 8192 else {
      throw OpenSSLError(code: .keyTooLarge, reason: "an RSA key has at most 8192 bits, this one \(bits)")
    }
    guard e.count <= 8 else {
      throw OpenSSLError(code: .keyTooLarge, reason: "an RSA public exponent has at most 64 bits")
    }
    let value = e.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard value >= 3, value & 1 == 1, let lowest = n.last, lowest & 1 == 1 else {
      throw OpenSSLError(
        code: .invalidKey, reason: "an RSA modulus is odd, and its public exponent odd and at least 3")
    }
    self.modulus = Array(n)
    self.exponent = Array(e)
  }
}
