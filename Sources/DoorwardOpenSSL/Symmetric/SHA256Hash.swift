internal import CDoorwardOpenSSL

extension OpenSSLContext {
  /// The SHA-256 hash of bytes (FIPS 180-4), 32 bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func sha256(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    guard EVP_Digest(bytes, bytes.count, &digest, nil, sha256, nil) == 1 else { throw .last("hashing") }
    return digest
  }
}
