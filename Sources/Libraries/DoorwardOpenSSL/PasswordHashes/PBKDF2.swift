internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// PBKDF2 with HMAC (RFC 8018 §5.2), for password hashes of other systems.
package enum PBKDF2: String, Sendable {
  case sha1
  case sha256
  case sha512

  /// Derives bytes from a password. The call blocks its thread for as long as the iterations take.
  ///
  /// `salt` is the salt; not empty. `iterations` is at least 1. The caller bounds them. `count` is the number of bytes;
  /// between 1 and 128.
  ///
  /// - Returns: the bytes.
  /// - Throws: ``OpenSSLError`` `invalid_length` or `library_failure`.
  package func derive(
    from password: UnsafeRawBufferPointer, salt: [UInt8], iterations: Int, count: Int
  ) throws(OpenSSLError) -> [UInt8] {
    guard (1...128).contains(count), (1...Int(Int32.max)).contains(iterations), salt.count <= 4096,
      password.count <= 65536
    else { throw OpenSSLError(code: .invalidLength, reason: "the parameters of PBKDF2 are out of range") }
    var derived = [UInt8](repeating: 0, count: count)
    // A null pointer stands for no password only if the length is 0, which is the same.
    let status = PKCS5_PBKDF2_HMAC(
      password.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(password.count), salt,
      Int32(salt.count),
      Int32(iterations), digest, Int32(count), &derived)
    guard status == 1 else { throw .last("deriving with PBKDF2") }
    return derived
  }

  private var digest: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha512: EVP_sha512()
    }
  }
}
