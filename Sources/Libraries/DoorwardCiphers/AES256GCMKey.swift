internal import CDoorwardOpenSSL

/// A key for authenticated encryption with AES-256-GCM (NIST SP 800-38D).
public struct AES256GCMKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes of a nonce.
  public static let nonceLength = 12
  private static let tagLength = 16
  private static let longest = 1 << 30

  private let key: [UInt8]
  private let cipher: AES256GCMCipher

  /// Makes a key from 32 bytes.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_length`.
  public init(_ key: [UInt8], cipher: AES256GCMCipher) throws(OpenSSLError) {
    guard key.count == 32 else {
      throw OpenSSLError(code: .invalidLength, reason: "an AES-256 key has 32 bytes, not \(key.count)")
    }
    self.key = key
    self.cipher = cipher
  }

  /// Hides the key.
  public var description: String { "AES256GCMKey" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Encrypts a message with a new random nonce.
  ///
  /// One key may seal 2³² messages (SP 800-38D §8.3).
  ///
  /// - Parameters:
  ///   - message: the message; at most 1 GiB.
  ///   - purpose: bytes that are authenticated and not encrypted. Opening the message needs the same bytes.
  /// - Returns: the nonce (12 bytes), the ciphertext and the tag (16 bytes), in that order.
  /// - Throws: ``OpenSSLError``.
  public func seal(_ message: [UInt8], purpose: [UInt8] = []) throws(OpenSSLError) -> [UInt8] {
    try seal(message, purpose: purpose, nonce: SecureRandom.bytes(Self.nonceLength))
  }

  /// Encrypts a message with a given nonce. A nonce must never be used twice with one key.
  ///
  /// - Parameters:
  ///   - message: the message; at most 1 GiB.
  ///   - purpose: bytes that are authenticated and not encrypted.
  ///   - nonce: 12 bytes. If it is used twice, an attacker can forge messages of the key.
  /// - Returns: the nonce, the ciphertext and the tag, in that order.
  /// - Throws: ``OpenSSLError``.
  public func seal(
    _ message: [UInt8], purpose: [UInt8], nonce: [UInt8]
  ) throws(OpenSSLError) -> [UInt8] {
    guard nonce.count == Self.nonceLength, message.count <= Self.longest, purpose.count <= Self.longest else {
      throw OpenSSLError(code: .invalidLength, reason: "a nonce has 12 bytes, a message at most 1 GiB")
    }
    guard let operation = EVP_CIPHER_CTX_new() else { throw .last("sealing") }
    defer { EVP_CIPHER_CTX_free(operation) }
    var hidden = [UInt8](repeating: 0, count: message.count)
    var rest = [UInt8](repeating: 0, count: 16)
    var tag = [UInt8](repeating: 0, count: Self.tagLength)
    var written: Int32 = 0
    guard EVP_EncryptInit_ex2(operation, cipher.pointer, key, nonce, nil) == 1,
      purpose.isEmpty || EVP_EncryptUpdate(operation, nil, &written, purpose, Int32(purpose.count)) == 1,
      message.isEmpty || EVP_EncryptUpdate(operation, &hidden, &written, message, Int32(message.count)) == 1,
      EVP_EncryptFinal_ex(operation, &rest, &written) == 1,
      EVP_CIPHER_CTX_ctrl(operation, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
    else { throw .last("sealing") }
    return nonce + hidden + tag
  }

  /// Decrypts a message that was sealed with this key for this purpose.
  ///
  /// - Parameters:
  ///   - box: the result of ``seal(_:purpose:)``.
  ///   - purpose: the bytes that the message was sealed with.
  /// - Returns: the message.
  /// - Throws: ``OpenSSLError`` `not_authentic` for any other box.
  public func open(_ box: [UInt8], purpose: [UInt8] = []) throws(OpenSSLError) -> [UInt8] {
    let overhead = Self.nonceLength + Self.tagLength
    guard box.count >= overhead, box.count - overhead <= Self.longest, purpose.count <= Self.longest else {
      throw Self.notAuthentic
    }
    guard let operation = EVP_CIPHER_CTX_new() else { throw .last("opening") }
    defer { EVP_CIPHER_CTX_free(operation) }
    let nonce = Array(box.prefix(Self.nonceLength))
    let hidden = Array(box.dropFirst(Self.nonceLength).dropLast(Self.tagLength))
    var tag = Array(box.suffix(Self.tagLength))
    var message = [UInt8](repeating: 0, count: hidden.count)
    var rest = [UInt8](repeating: 0, count: 16)
    var written: Int32 = 0
    guard EVP_DecryptInit_ex2(operation, cipher.pointer, key, nonce, nil) == 1,
      purpose.isEmpty || EVP_DecryptUpdate(operation, nil, &written, purpose, Int32(purpose.count)) == 1,
      hidden.isEmpty || EVP_DecryptUpdate(operation, &message, &written, hidden, Int32(hidden.count)) == 1,
      EVP_CIPHER_CTX_ctrl(operation, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    else { throw .last("opening") }
    guard EVP_DecryptFinal_ex(operation, &rest, &written) == 1 else {
      ERR_clear_error()
      OPENSSL_cleanse(&message, message.count)
      throw Self.notAuthentic
    }
    return message
  }

  private static var notAuthentic: OpenSSLError {
    OpenSSLError(code: .notAuthentic, reason: "the box was changed, or sealed under another key or purpose")
  }
}

/// The implementation of AES-256-GCM in the installed OpenSSL.
///
/// A look-up by name acquires locks and searches the providers, so a program that seals often shares one.
public final class AES256GCMCipher: @unchecked Sendable {
  // `@unchecked Sendable` is sound: the pointer is set once in `init` and freed in `deinit`. OpenSSL allows
  // concurrent reads of fetched algorithms (openssl-threads(7)).
  let pointer: OpaquePointer

  /// Looks the algorithm up in the library's default providers.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if the installed library lacks it.
  public init() throws(OpenSSLError) {
    guard let pointer = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) else { throw .last("finding AES-256-GCM") }
    self.pointer = pointer
  }

  deinit { EVP_CIPHER_free(pointer) }
}
