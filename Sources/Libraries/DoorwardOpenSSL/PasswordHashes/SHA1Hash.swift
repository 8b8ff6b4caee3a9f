internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// SHA-1 (FIPS 180-4), for lists of breached passwords, which name passwords by this hash. It is unfit for signatures
/// and for storing passwords.
package enum SHA1Hash {
  /// The length in bytes of a digest.
  package static let digestLength = 20

  /// The hash of bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  package static func hash(_ bytes: UnsafeRawBufferPointer) throws(OpenSSLError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: digestLength)
    guard EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, EVP_sha1(), nil) == 1 else {
      throw .last("hashing")
    }
    return digest
  }
}
