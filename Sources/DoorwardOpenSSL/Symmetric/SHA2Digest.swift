internal import CDoorwardOpenSSL

/// The longer SHA-2 hashes (FIPS 180-4), which Subresource Integrity uses.
public enum SHA2Digest: String, Sendable {
  case sha384 = "SHA384"
  case sha512 = "SHA512"

  /// The hash of bytes.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func hash(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: self == .sha384 ? 48 : 64)
    guard EVP_Q_digest(nil, rawValue, nil, bytes, bytes.count, &digest, nil) == 1 else {
      throw .last("hashing")
    }
    return digest
  }
}
