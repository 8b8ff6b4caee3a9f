internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// scrypt (RFC 7914), for password hashes of other systems.
package enum Scrypt {
  /// Derives bytes from a password. The call blocks its thread and uses 128 · cost · blockSize bytes of memory.
  ///
  /// `cost` is N, a power of two. `blockSize` is r. `parallelism` is p. The library computes one after the other.
  /// `count` is the number of bytes; between 1 and 128.
  ///
  /// - Returns: the bytes.
  /// - Throws: ``OpenSSLError`` `invalid_length` or `library_failure`.
  package static func derive(
    from password: UnsafeRawBufferPointer, salt: [UInt8], cost: Int, blockSize: Int, parallelism: Int,
    count: Int
  ) throws(OpenSSLError) -> [UInt8] {
    guard (1...128).contains(count), (2...(1 << 24)).contains(cost), cost & (cost - 1) == 0,
      (1...64).contains(blockSize), (1...64).contains(parallelism), salt.count <= 4096,
      password.count <= 65536
    else { throw OpenSSLError(code: .invalidLength, reason: "the parameters of scrypt are out of range") }
    var derived = [UInt8](repeating: 0, count: count)
    // The library adds its own working memory to that of the caller's parameters.
    let memory = UInt64(128 * blockSize * (cost + parallelism + 2))
    let status = EVP_PBE_scrypt(
      password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
      UInt64(cost), UInt64(blockSize), UInt64(parallelism), memory, &derived, count)
    guard status == 1 else { throw .last("deriving with scrypt") }
    return derived
  }
}
