internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// The certificates that a chain may end in (RFC 5280 §6).
///
/// `@unchecked Sendable` is sound: the store is filled in `init` and freed in `deinit`, and OpenSSL locks it while it is
/// searched.
public final class CertificateTrust: @unchecked Sendable {
  private let store: OpaquePointer
  /// The number of certificates.
  public let count: Int

  /// Trusts certificates. They need not be self-signed: an intermediate certificate, or the certificate of one signer,
  /// may be trusted too.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure`.
  public init(_ anchors: [X509Certificate]) throws(OpenSSLError) {
    guard let store = X509_STORE_new() else { throw .last("trusting certificates") }
    for anchor in anchors {
      guard X509_STORE_add_cert(store, anchor.pointer) == 1 else {
        X509_STORE_free(store)
        throw .last("trusting certificates")
      }
    }
    self.store = store
    count = anchors.count
  }

  deinit { X509_STORE_free(store) }

  /// The reason why a chain does not lead from a certificate to a trusted one; nil if it does.
  ///
  /// - Parameters:
  ///   - leaf: The certificate of the signer.
  ///   - intermediates: Certificates that may be used for the chain. None of them is trusted.
  ///   - time: The time at which all certificates must be valid, in seconds since 1970.
  /// - Returns: A sentence, or nil.
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func refusal(
    of leaf: X509Certificate, intermediates: [X509Certificate], at time: Int64
  ) throws(OpenSSLError) -> String? {
    guard let context = X509_STORE_CTX_new(), let stack = OPENSSL_sk_new_null() else {
      throw .last("checking a chain")
    }
    defer {
      X509_STORE_CTX_free(context)
      OPENSSL_sk_free(stack)
    }
    for certificate in intermediates {
      guard OPENSSL_sk_push(stack, UnsafeRawPointer(certificate.pointer)) > 0 else {
        throw .last("checking a chain")
      }
    }
    guard X509_STORE_CTX_init(context, store, leaf.pointer, stack) == 1,
      let parameters = X509_STORE_CTX_get0_param(context)
    else { throw .last("checking a chain") }
    // A trusted certificate need not be self-signed.
    X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    X509_VERIFY_PARAM_set_time(parameters, time_t(time))
    X509_VERIFY_PARAM_set_depth(parameters, 8)
    // Level 1 refuses MD5 and SHA-1 signatures, and keys weaker than 80 bits.
    X509_VERIFY_PARAM_set_auth_level(parameters, 1)
    let isTrusted = X509_verify_cert(context) == 1
    let code = X509_STORE_CTX_get_error(context)
    ERR_clear_error()
    return isTrusted ? nil : String(cString: X509_verify_cert_error_string(Int(code)))
  }
}
