internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// The hash functions of signatures and of Subresource Integrity (FIPS 180-4).
public enum DigestAlgorithm: Sendable, Hashable {
  /// SHA-1, which only old attestations of TPMs use.
  case sha1
  case sha256
  case sha384
  case sha512

  var algorithm: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }

  /// The number of bytes in a digest.
  public var length: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The hash of bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func hash(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: length)
    guard EVP_Digest(bytes, bytes.count, &digest, nil, algorithm, nil) == 1 else { throw .last("hashing") }
    return digest
  }
}
