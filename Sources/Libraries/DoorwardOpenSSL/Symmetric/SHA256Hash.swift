internal import CDoorwardOpenSSL
public import DoorwardCiphers

extension OpenSSLContext {
  /// The SHA-256 hash of bytes (FIPS 180-4), 32 bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func sha256(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    var digest: [UInt8]?
    bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { buffer in
        if hash(bytes, into: buffer) { digest = Array(buffer) }
      }
    }
    guard let digest else { throw .last("hashing") }
    return digest
  }

  /// Writes the SHA-256 hash of bytes to the first 32 bytes of a buffer. Returns false if the library failed.
  func hash(_ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) -> Bool {
    EVP_Digest(
      bytes.baseAddress, bytes.count, digest.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, sha256,
      nil)
      == 1
  }
}
