internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// A public key of Ed25519 (RFC 8032) that verifies signatures.
///
/// The verification is as strict as that of libsodium. OpenSSL refuses an S that is not below the group order. This
/// type also refuses a key or an R of small order, and a key that is not in canonical form (RFC 8032 §5.1.7 and §8.4,
/// without the cofactor).
package struct Ed25519PublicKey: Sendable, Hashable {
  /// The length in bytes of a key.
  package static let length = 32
  /// The length in bytes of a signature: R and S.
  package static let signatureLength = 64

  /// The key.
  package let bytes: [UInt8]

  /// Creates a key; nil unless there are 32 bytes in canonical form that are not of small order.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, Self.isCanonical(bytes), !Self.hasSmallOrder(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Whether `signature` is this key's signature of a message; false if it does not have 64 bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  package func isValidSignature(_ signature: [UInt8], message: [UInt8]) throws(OpenSSLError) -> Bool {
    guard signature.count == Self.signatureLength, !Self.hasSmallOrder(Array(signature.prefix(Self.length)))
    else { return false }
    guard let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count) else {
      throw .last("reading an Ed25519 key")
    }
    defer { EVP_PKEY_free(key) }
    guard let operation = EVP_MD_CTX_new() else { throw .last("verifying") }
    defer { EVP_MD_CTX_free(operation) }
    guard EVP_DigestVerifyInit(operation, nil, nil, nil, key) == 1 else { throw .last("verifying") }
    if EVP_DigestVerify(operation, signature, signature.count, message, message.count) == 1 { return true }
    ERR_clear_error()
    return false
  }

  /// Whether y is below the prime 2^255 − 19 (RFC 8032 §5.1.3). The highest bit is the sign of x.
  private static func isCanonical(_ bytes: [UInt8]) -> Bool {
    bytes[31] & 0x7f != 0x7f || bytes[0] < 0xed || bytes[1..<31].contains { $0 != 0xff }
  }

  private static func hasSmallOrder(_ bytes: [UInt8]) -> Bool {
    smallOrder.contains(bytes[..<31] + [bytes[31] & 0x7f])
  }

  /// The y of the points of small order, in canonical form: 0, 1, the prime − 1, and the two of order 8.
  private static let smallOrder: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
    [
      0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
      0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
      0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
      0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
  ]
}
