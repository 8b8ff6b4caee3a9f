internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// AES-256 in counter mode (NIST SP 800-38A §6.5) with a zero counter, the last step of Firebase's password hash.
///
/// It is not for encrypting messages: the counter is always the same, so the key must belong to one message.
package enum AES256CTR {
  /// Encrypts a message of at most 64 KiB under a key of 32 bytes.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_length` or `library_failure`.
  package static func encrypt(_ message: [UInt8], key: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    guard key.count == 32, message.count <= 65536 else {
      throw OpenSSLError(code: .invalidLength, reason: "AES-256 has a key of 32 bytes")
    }
    guard let cipher = EVP_CIPHER_CTX_new() else { throw .last("encrypting") }
    defer { EVP_CIPHER_CTX_free(cipher) }
    let counter = [UInt8](repeating: 0, count: 16)
    var encrypted = [UInt8](repeating: 0, count: message.count)
    var written: Int32 = 0
    guard EVP_EncryptInit_ex2(cipher, EVP_aes_256_ctr(), key, counter, nil) == 1,
      message.isEmpty
        || EVP_EncryptUpdate(cipher, &encrypted, &written, message, Int32(message.count)) == 1
    else { throw .last("encrypting") }
    return encrypted
  }
}
