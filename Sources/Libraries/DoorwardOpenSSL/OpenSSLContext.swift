internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// The algorithms of OpenSSL 3, looked up once.
///
/// A look-up by name acquires locks and searches the providers, which costs more than hashing a token. So a program
/// makes one context and shares it. Two contexts are independent, with one exception for the whole process: OpenSSL
/// does not clean up at exit, because threads may use it until then.
public final class OpenSSLContext: @unchecked Sendable {
  // `@unchecked Sendable` is sound: every pointer is set once in `init` and freed in `deinit`. OpenSSL allows
  // concurrent reads of fetched algorithms and key parameters (openssl-threads(7)).
  let sha256: OpaquePointer
  let aes256GCM: AES256GCMCipher
  /// A key with a curve and without a point. Every P-256 key is made from it.
  let p256Template: OpaquePointer
  /// Keys for verifications with a point that is used once.
  let p256Keys: P256KeyPool

  /// Looks the algorithms up in the library's default providers.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if the installed library lacks one of them.
  public init() throws(OpenSSLError) {
    aes256GCM = try AES256GCMCipher()
    guard let sha256 = EVP_MD_fetch(nil, "SHA256", nil) else { throw .last("finding SHA-256") }
    guard let p256Template = Self.makeP256Template() else {
      EVP_MD_free(sha256)
      throw .last("finding the curve P-256")
    }
    self.sha256 = sha256
    self.p256Template = p256Template
    p256Keys = P256KeyPool(template: p256Template)
  }

  deinit {
    EVP_MD_free(sha256)
    EVP_PKEY_free(p256Template)
  }

  private static func makeP256Template() -> OpaquePointer? {
    guard let generator = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
    defer { EVP_PKEY_CTX_free(generator) }
    var template: OpaquePointer?
    guard EVP_PKEY_paramgen_init(generator) == 1,
      EVP_PKEY_CTX_set_group_name(generator, "P-256") == 1,
      EVP_PKEY_generate(generator, &template) == 1
    else { return nil }
    return template
  }
}

extension OpenSSLContext {
  /// The version of the OpenSSL library that the process has loaded.
  public static var libraryVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}

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

extension AES256GCMKey {
  /// Makes a key from 32 bytes, with the algorithm that the program has looked up.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_length`.
  public init(_ key: [UInt8], context: OpenSSLContext) throws(OpenSSLError) {
    try self.init(key, cipher: context.aes256GCM)
  }
}
