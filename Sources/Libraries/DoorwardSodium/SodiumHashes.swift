internal import CDoorwardSodium

/// A key for HMAC with SHA-256 (RFC 2104) over secrets that must not be copied into arrays.
package struct SodiumHMACSHA256Key: Sendable {
  /// The length in bytes of a key.
  package static let byteCount = 32

  private let bytes: WipedBytes

  /// Makes a key; nil unless there are 32 bytes.
  package init?(_ bytes: WipedBytes) {
    guard bytes.count == Self.byteCount else { return nil }
    SodiumLibrary.prepare()
    self.bytes = bytes
  }

  /// The authentication code of a message, 32 bytes.
  package func code(of message: WipedBytes) -> WipedBytes {
    WipedBytes(count: 32) { code in
      message.withUnsafeBytes { message in
        bytes.withUnsafeBytes { key in
          guard let code = code.bindMemory(to: UInt8.self).baseAddress,
            let key = key.bindMemory(to: UInt8.self).baseAddress
          else { return }
          _ = crypto_auth_hmacsha256(
            code, message.bindMemory(to: UInt8.self).baseAddress, UInt64(message.count), key)
        }
      }
    }
  }
}

/// SHA-256 (FIPS 180-4) with libsodium, for hashes that are verified against a signature.
///
/// It is twice as fast as the Swift implementation, which is significant beside the cost of a signature
/// verification.
public enum SodiumSHA256 {
  /// The length in bytes of a digest.
  public static let digestLength = 32

  /// The digest of the bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    SodiumLibrary.prepare()
    var digest = [UInt8](repeating: 0, count: digestLength)
    _ = crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest
  }
}
