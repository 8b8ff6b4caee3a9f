internal import CDoorwardOpenSSL
internal import DoorwardCiphers

/// A key and a prepared operation with it. The operation is duplicated for every use, because preparing one costs as
/// much as a signature.
///
/// `@unchecked Sendable` is sound: both pointers are set in `init` and freed in `deinit`. In between, the key is only
/// read and the operation is only duplicated.
final class PreparedKey: @unchecked Sendable {
  /// The key. It is freed with this object.
  let key: OpaquePointer
  private let prepared: OpaquePointer

  /// Takes ownership of a key. The key is freed even if this throws.
  ///
  /// `prepare` prepares the operation in a context of the key.
  ///
  /// - Throws: The errors of `prepare`, or ``OpenSSLError`` `library_failure`.
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

  /// A copy of the operation for one use, which the caller frees; nil if memory is exhausted.
  func duplicate() -> OpaquePointer? { EVP_PKEY_CTX_dup(prepared) }
}
