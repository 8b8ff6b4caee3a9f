internal import CDoorwardOpenSSL

/// A prepared key for HMAC with SHA-256 (RFC 2104).
public final class HMACSHA256Key: @unchecked Sendable {
  // `@unchecked Sendable` is sound: the keyed state is set in `init` and freed in `deinit`. In between it is only
  // duplicated, and EVP_MAC_CTX_dup only reads it.
  private let keyed: OpaquePointer

  /// Prepares the key, so that no use repeats the key schedule.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_length` if the key is empty or longer than 64 KiB.
  public init(_ key: [UInt8], context: OpenSSLContext) throws(OpenSSLError) {
    guard (1...65536).contains(key.count) else {
      throw OpenSSLError(code: .invalidLength, reason: "an HMAC key has between 1 and 65536 bytes")
    }
    guard let keyed = EVP_MAC_CTX_new(context.hmac) else { throw .last("preparing HMAC") }
    // The parameters keep pointers to both names, so the names must outlive them.
    var digest = Array("SHA256".utf8CString)
    let done = OSSL_MAC_PARAM_DIGEST.withCString { name in
      digest.withUnsafeMutableBufferPointer { digest in
        let parameters = [
          OSSL_PARAM_construct_utf8_string(name, digest.baseAddress, 0), OSSL_PARAM_construct_end(),
        ]
        return EVP_MAC_init(keyed, key, key.count, parameters)
      }
    }
    guard done == 1 else {
      EVP_MAC_CTX_free(keyed)
      throw .last("preparing HMAC")
    }
    self.keyed = keyed
  }

  deinit { EVP_MAC_CTX_free(keyed) }

  /// The 32-byte authentication code of a message.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func authenticationCode(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    guard let state = EVP_MAC_CTX_dup(keyed) else { throw .last("computing an HMAC") }
    defer { EVP_MAC_CTX_free(state) }
    var code = [UInt8](repeating: 0, count: 32)
    var length = 0
    guard EVP_MAC_update(state, message, message.count) == 1,
      EVP_MAC_final(state, &code, &length, code.count) == 1, length == code.count
    else { throw .last("computing an HMAC") }
    return code
  }

  /// Whether `code` authenticates the message. The comparison takes constant time.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func isValid(_ code: [UInt8], for message: [UInt8]) throws(OpenSSLError) -> Bool {
    let expected = try authenticationCode(for: message)
    return code.count == expected.count && CRYPTO_memcmp(code, expected, expected.count) == 0
  }
}
