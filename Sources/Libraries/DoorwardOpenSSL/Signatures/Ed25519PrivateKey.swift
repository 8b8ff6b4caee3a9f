internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// A private key of Ed25519 (RFC 8032).
///
/// `@unchecked Sendable` is sound: the key is set in `init`, freed in `deinit`, and only read in between.
package final class Ed25519PrivateKey: @unchecked Sendable {
  private let key: OpaquePointer

  /// The public key, 32 bytes.
  package let publicKey: [UInt8]

  /// Makes a new key.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure`.
  package init() throws(OpenSSLError) {
    guard let generator = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil) else {
      throw .last("making an Ed25519 key")
    }
    defer { EVP_PKEY_CTX_free(generator) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(generator) == 1, EVP_PKEY_generate(generator, &made) == 1, let made else {
      throw .last("making an Ed25519 key")
    }
    var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.length)
    var length = bytes.count
    guard EVP_PKEY_get_raw_public_key(made, &bytes, &length) == 1, length == bytes.count else {
      EVP_PKEY_free(made)
      throw .last("reading an Ed25519 key")
    }
    key = made
    publicKey = bytes
  }

  deinit { EVP_PKEY_free(key) }

  /// Signs a message deterministically (RFC 8032 §5.1.6).
  ///
  /// - Returns: 64 bytes.
  /// - Throws: ``OpenSSLError`` `library_failure`.
  package func sign(_ message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    guard let operation = EVP_MD_CTX_new() else { throw .last("signing") }
    defer { EVP_MD_CTX_free(operation) }
    var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureLength)
    var length = signature.count
    guard EVP_DigestSignInit(operation, nil, nil, nil, key) == 1,
      EVP_DigestSign(operation, &signature, &length, message, message.count) == 1, length == signature.count
    else { throw .last("signing") }
    return signature
  }
}

extension Ed25519PrivateKey: CustomReflectable {
  /// Hides the key from dumps.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
