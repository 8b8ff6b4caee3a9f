internal import CDoorwardSodium

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
