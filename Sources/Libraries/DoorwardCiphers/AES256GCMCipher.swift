internal import CDoorwardOpenSSL

/// The implementation of AES-256-GCM in the installed OpenSSL.
///
/// A look-up by name acquires locks and searches the providers, so a program that seals often shares one.
public final class AES256GCMCipher: @unchecked Sendable {
  // `@unchecked Sendable` is sound: the pointer is set once in `init` and freed in `deinit`. OpenSSL allows
  // concurrent reads of fetched algorithms (openssl-threads(7)).
  let pointer: OpaquePointer

  /// Looks the algorithm up in the library's default providers.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure` if the installed library lacks it.
  public init() throws(OpenSSLError) {
    guard let pointer = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) else { throw .last("finding AES-256-GCM") }
    self.pointer = pointer
  }

  deinit { EVP_CIPHER_free(pointer) }
}
