internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// A prepared key for HMAC with SHA-256 (RFC 2104).
///
/// It hashes twice with `EVP_Digest`. For the short messages of a server that costs less than `EVP_MAC`, which allocates
/// a state for each key and copies it for each message.
public final class HMACSHA256Key: Sendable {
  private let innerBlock: [UInt8]
  private let outerBlock: [UInt8]
  private let context: OpenSSLContext

  /// The bytes that SHA-256 hashes at once.
  private static let blockLength = 64

  /// Prepares the key.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_length` if the key is empty or longer than 64 KiB.
  public init(_ key: [UInt8], context: OpenSSLContext) throws(OpenSSLError) {
    guard (1...65536).contains(key.count) else {
      throw OpenSSLError(code: .invalidLength, reason: "an HMAC key has between 1 and 65536 bytes")
    }
    let short = key.count > Self.blockLength ? try context.sha256(key) : key
    var inner = [UInt8](repeating: 0x36, count: Self.blockLength)
    var outer = [UInt8](repeating: 0x5c, count: Self.blockLength)
    for place in short.indices {
      inner[place] ^= short[place]
      outer[place] ^= short[place]
    }
    innerBlock = inner
    outerBlock = outer
    self.context = context
  }

  /// The authentication code of a message, 32 bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func authenticationCode(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    var code: [UInt8]?
    // Short inputs are joined on the stack, not in arrays.
    withUnsafeTemporaryAllocation(byteCount: Self.blockLength + max(message.count, 32), alignment: 8) {
      input in
      func hash(_ block: [UInt8], _ rest: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer)
        -> Bool
      {
        input.copyBytes(from: block)
        UnsafeMutableRawBufferPointer(rebasing: input[Self.blockLength...]).copyMemory(from: rest)
        let length = Self.blockLength + rest.count
        return context.hash(UnsafeRawBufferPointer(rebasing: input[..<length]), into: digest)
      }
      withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { digest in
        if message.withUnsafeBytes({ hash(innerBlock, $0, into: digest) }),
          hash(outerBlock, UnsafeRawBufferPointer(digest), into: digest)
        {
          code = Array(digest)
        }
      }
    }
    guard let code else { throw .last("hashing") }
    return code
  }

  /// Whether a code is the message's. The time depends only on the lengths.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func isValid(_ code: [UInt8], for message: [UInt8]) throws(OpenSSLError) -> Bool {
    let expected = try authenticationCode(for: message)
    return code.count == expected.count && CRYPTO_memcmp(code, expected, expected.count) == 0
  }
}

/// HMAC (RFC 2104) with the hashes that one-time passwords may use (RFC 6238 §1.2).
///
/// A key is used once here. ``HMACSHA256Key`` prepares a key for many messages.
package enum HMACDigest: String, Sendable, Hashable, CaseIterable {
  case sha1 = "SHA1"
  case sha256 = "SHA256"
  case sha512 = "SHA512"

  /// The authentication code of a message: 20, 32 or 64 bytes.
  ///
  /// `key` is the key; between 1 and 65536 bytes.
  ///
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
