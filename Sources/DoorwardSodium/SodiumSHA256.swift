internal import CDoorwardSodium

/// SHA-256 (FIPS 180-4) by libsodium, for what is hashed in order to be checked against a signature.
///
/// Twice as fast as the one in Swift, which matters where a hash stands beside a signature check.
public enum SodiumSHA256 {
  /// Bytes in a digest.
  public static let digestLength = 32

  /// The digest of some bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    SodiumLibrary.prepare()
    var digest = [UInt8](repeating: 0, count: digestLength)
    _ = crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest
  }
}
