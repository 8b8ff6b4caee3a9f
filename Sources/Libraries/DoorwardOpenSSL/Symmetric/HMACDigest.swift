internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// HMAC (RFC 2104) with the hashes that one-time passwords may use (RFC 6238 §1.2).
///
/// A key is used once here. ``HMACSHA256Key`` prepares a key for many messages.
package enum HMACDigest: String, Sendable, Hashable, CaseIterable {
  case sha1 = "SHA1"
  case sha256 = "SHA256"
  case sha512 = "SHA512"

  /// The authentication code of a message: 20, 32 or 64 bytes.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - key: the key; between 1 and 65536 bytes.
  /// - Returns: the code.
  /// - Throws: ``OpenSSLError`` `invalid_length`, or `library_failure` if memory is exhausted.
  package func authenticationCode(for message: [UInt8], key: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    guard (1...65536).contains(key.count) else {
      throw OpenSSLError(code: .invalidLength, reason: "an HMAC key has between 1 and 65536 bytes")
    }
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length = 0
    guard
      EVP_Q_mac(
        nil, "HMAC", nil, rawValue, nil, key, key.count, message, message.count, &code, code.count, &length)
        != nil
    else { throw .last("computing an HMAC") }
    return Array(code.prefix(length))
  }
}
