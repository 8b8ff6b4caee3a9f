internal import CDoorwardOpenSSL

/// A key of the library and an operation with it that is set up once and duplicated for every use: setting
/// one up costs as much as a signature.
///
/// Sound without checking: both pointers are set up in `init` and freed in `deinit`; in between the one is
/// shared read-only and the other only ever duplicated.
final class PreparedKey: @unchecked Sendable {
  /// The key, which lives as long as this does.
  let key: OpaquePointer
  private let prepared: OpaquePointer

  /// Takes over a key, which is freed whatever comes of this.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - prepare: Sets up the operation, in a context of the key's.
  /// - Throws: What `prepare` throws, or ``OpenSSLError`` `library_failure`.
  init(
    owning key: OpaquePointer, _ prepare: (OpaquePointer) throws(OpenSSLError) -> Void
  ) throws(OpenSSLError) {
    guard let prepared = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      EVP_PKEY_free(key)
      throw .last("preparing a key")
    }
    do throws(OpenSSLError) {
      try prepare(prepared)
    } catch {
      EVP_PKEY_CTX_free(prepared)
      EVP_PKEY_free(key)
      throw error
    }
    self.key = key
    self.prepared = prepared
  }

  deinit {
    EVP_PKEY_CTX_free(prepared)
    EVP_PKEY_free(key)
  }

  /// The operation for one use, which the caller frees; nil when memory is exhausted.
  func duplicate() -> OpaquePointer? { EVP_PKEY_CTX_dup(prepared) }
}
