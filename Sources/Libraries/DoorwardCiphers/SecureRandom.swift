internal import CDoorwardOpenSSL

/// Unpredictable random bytes.
public enum SecureRandom {
  /// Random bytes for keys, challenges and nonces. They come from OpenSSL's generator, which the operating system
  /// seeds.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if the generator cannot be seeded, and `invalid_length` if the
  ///   count is below 0 or above 1 MiB.
  public static func bytes(_ count: Int) throws(OpenSSLError) -> [UInt8] {
    guard (0...1_048_576).contains(count) else {
      throw OpenSSLError(code: .invalidLength, reason: "between 0 and 1048576 random bytes can be asked for")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    guard count == 0 || RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
      throw .last("drawing random bytes")
    }
    return bytes
  }
}
