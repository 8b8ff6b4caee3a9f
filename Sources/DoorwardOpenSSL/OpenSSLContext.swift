internal import CDoorwardOpenSSL

/// The algorithms of OpenSSL 3, looked up once.
///
/// A look-up by name takes locks and walks the providers, which costs more than hashing a token; so
/// a program makes one context and hands it to everything that hashes, signs or verifies. Two contexts know
/// nothing of each other. One thing goes for the whole process: OpenSSL does not clean up as it exits, since threads
/// may use it until then.
public final class OpenSSLContext: @unchecked Sendable {
  // Sound without checking: every pointer is set once in `init`, freed in `deinit`, and OpenSSL
  // reads fetched algorithms and key parameters from many threads at once (openssl-threads(7)).
  let sha256: OpaquePointer
  let hmac: OpaquePointer
  let aes256GCM: OpaquePointer
  /// A key that has a curve and no point: the mold of every P-256 key.
  let p256Template: OpaquePointer

  /// Looks the algorithms up in the library's default providers.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` when the installed library lacks one of them.
  public init() throws(OpenSSLError) {
    guard let sha256 = EVP_MD_fetch(nil, "SHA256", nil) else { throw .last("finding SHA-256") }
    guard let hmac = EVP_MAC_fetch(nil, "HMAC", nil) else {
      EVP_MD_free(sha256)
      throw .last("finding HMAC")
    }
    guard let aes256GCM = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) else {
      EVP_MD_free(sha256)
      EVP_MAC_free(hmac)
      throw .last("finding AES-256-GCM")
    }
    guard let p256Template = Self.makeP256Template() else {
      EVP_MD_free(sha256)
      EVP_MAC_free(hmac)
      EVP_CIPHER_free(aes256GCM)
      throw .last("finding the curve P-256")
    }
    self.sha256 = sha256
    self.hmac = hmac
    self.aes256GCM = aes256GCM
    self.p256Template = p256Template
  }

  deinit {
    EVP_MD_free(sha256)
    EVP_MAC_free(hmac)
    EVP_CIPHER_free(aes256GCM)
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
