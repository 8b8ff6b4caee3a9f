internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// A public key on the curve P-256 (secp256r1), ready to verify.
public final class P256PublicKey: Sendable {
  private let prepared: PreparedKey
  private let context: OpenSSLContext

  /// The point, uncompressed: 4, x and y, 65 bytes (SEC 1 §2.3.3).
  public let point: [UInt8]

  /// Makes a key from an uncompressed point, which must be on the curve.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_key`.
  public init(point: [UInt8], context: OpenSSLContext) throws(OpenSSLError) {
    guard point.count == 65, point[0] == 4 else {
      throw OpenSSLError(code: .invalidKey, reason: "a P-256 point is written as the byte 4 and 64 more")
    }
    // This is three times faster than EVP_PKEY_fromdata, which looks up the curve for each key.
    guard let key = EVP_PKEY_new() else { throw .last("making a key") }
    guard EVP_PKEY_copy_parameters(key, context.p256Template) == 1,
      EVP_PKEY_set1_encoded_public_key(key, point, point.count) == 1
    else {
      EVP_PKEY_free(key)
      throw .last("reading a P-256 point", code: .invalidKey)
    }
    prepared = try PreparedKey(owning: key) { context throws(OpenSSLError) in
      guard EVP_PKEY_verify_init(context) == 1 else { throw .last("preparing a P-256 key") }
    }
    self.context = context
    self.point = point
  }

  /// Whether `signature` (r‖s, 64 bytes) is this key's signature of a SHA-256 digest.
  public func isValidSignature(_ signature: [UInt8], digest: [UInt8]) -> Bool {
    guard let der = P256Signature.der(fromRaw: signature) else { return false }
    return isValidSignature(der: der, digest: digest)
  }

  /// Whether a signature in DER (RFC 3279 §2.2.3) is this key's signature of a SHA-256 digest. OpenSSL refuses any other
  /// encoding of the two integers.
  public func isValidSignature(der: [UInt8], digest: [UInt8]) -> Bool {
    guard digest.count == 32, let verification = prepared.duplicate() else { return false }
    defer { EVP_PKEY_CTX_free(verification) }
    if EVP_PKEY_verify(verification, der, der.count, digest, digest.count) == 1 { return true }
    ERR_clear_error()
    return false
  }

  /// Whether `signature` (r‖s, 64 bytes) is this key's signature of a message hashed with SHA-256.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func isValidSignature(
    _ signature: [UInt8], message: [UInt8]
  ) throws(OpenSSLError) -> Bool {
    isValidSignature(signature, digest: try context.sha256(message))
  }
}
