internal import CDoorwardOpenSSL

extension OpenSSLContext {
  /// The SHA-256 hash of bytes (FIPS 180-4), 32 bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func sha256(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      count = EVP_Digest(bytes, bytes.count, buffer.baseAddress, nil, sha256, nil) == 1 ? 32 : 0
    }
    guard !digest.isEmpty else { throw .last("hashing") }
    return digest
  }
}
