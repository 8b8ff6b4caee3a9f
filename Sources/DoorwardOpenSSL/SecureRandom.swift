internal import CDoorwardOpenSSL

/// Random bytes nobody can guess.
public enum SecureRandom {
  /// Random bytes for keys, challenges and nonces, from the library's generator seeded by the
  /// operating system.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` when the generator cannot be seeded, and
  ///   `invalid_length` for a count below 0 or above 1 MiB.
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
