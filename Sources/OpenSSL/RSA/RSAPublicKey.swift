internal import COpenSSL

/// An RSA public key of 2048 to 8192 bits, ready to verify PKCS #1 v1.5 signatures over SHA-256.
public final class RSAPublicKey: @unchecked Sendable {
  // Sound without checking: key and prepared verification are set up in `init` and freed in
  // `deinit`; in between the one is shared read-only and the other only ever duplicated.
  private let key: OpaquePointer
  private let prepared: OpaquePointer
  private let context: OpenSSLContext

  /// The length of the modulus, and so of every signature, in bytes.
  public let length: Int

  /// Takes a modulus and a public exponent, each with its highest byte first.
  ///
  /// - Throws: ``OpenSSLError`` `key_too_small`, `key_too_large` or `invalid_key`.
  public init(modulus: [UInt8], exponent: [UInt8], context: OpenSSLContext) throws(OpenSSLError) {
    let numbers = try RSAPublicNumbers(modulus: modulus, exponent: exponent)
    var parameters = try KeyParameters()
    try parameters.add(OSSL_PKEY_PARAM_RSA_N, number: numbers.modulus)
    try parameters.add(OSSL_PKEY_PARAM_RSA_E, number: numbers.exponent)
    let key = try parameters.makeKey("RSA", secret: false)
    guard let prepared = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      EVP_PKEY_free(key)
      throw .last("preparing an RSA key")
    }
    guard EVP_PKEY_verify_init(prepared) == 1,
      EVP_PKEY_CTX_set_rsa_padding(prepared, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(prepared, context.sha256) == 1
    else {
      EVP_PKEY_CTX_free(prepared)
      EVP_PKEY_free(key)
      throw .last("preparing an RSA key")
    }
    self.key = key
    self.prepared = prepared
    self.context = context
    length = numbers.modulus.count
  }

  deinit {
    EVP_PKEY_CTX_free(prepared)
    EVP_PKEY_free(key)
  }

  /// Whether `signature` is this key's over a message (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017 §8.2.2).
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` when memory is exhausted.
  public func isValidSignature(
    _ signature: [UInt8], message: [UInt8]
  ) throws(OpenSSLError) -> Bool {
    // RFC 8017 §8.2.2 step 1: exactly as long as the modulus.
    guard signature.count == length else { return false }
    let digest = try context.sha256(message)
    guard let verification = EVP_PKEY_CTX_dup(prepared) else { throw .last("verifying") }
    defer { EVP_PKEY_CTX_free(verification) }
    if EVP_PKEY_verify(verification, signature, signature.count, digest, digest.count) == 1 { return true }
    ERR_clear_error()
    return false
  }
}
