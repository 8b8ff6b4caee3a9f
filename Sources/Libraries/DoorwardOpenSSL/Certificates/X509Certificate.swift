internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// An X.509 certificate (RFC 5280).
///
/// `@unchecked Sendable` is sound: the certificate is set in `init` and freed in `deinit`, and OpenSSL locks what it
/// computes on first use.
public final class X509Certificate: @unchecked Sendable {
  let pointer: OpaquePointer
  /// The DER encoding.
  public let der: [UInt8]

  /// Reads a certificate from DER.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_certificate`.
  public init(der: [UInt8]) throws(OpenSSLError) {
    let (pointer, consumed) = der.withUnsafeBufferPointer { buffer in
      var next = buffer.baseAddress
      let pointer = d2i_X509(nil, &next, buffer.count)
      return (pointer, next.map { $0 - (buffer.baseAddress ?? $0) } ?? 0)
    }
    guard let pointer else { throw .last("reading a certificate", code: .invalidCertificate) }
    guard consumed == der.count else {
      X509_free(pointer)
      throw OpenSSLError(code: .invalidCertificate, reason: "bytes follow the certificate")
    }
    self.pointer = pointer
    self.der = der
  }

  deinit { X509_free(pointer) }

  /// Whether the certificate names another one's subject as its issuer, and has a valid signature of its key. It does not
  /// say whether the other certificate may sign certificates.
  public func isSigned(by issuer: X509Certificate) -> Bool {
    defer { ERR_clear_error() }
    return X509_NAME_cmp(X509_get_issuer_name(pointer), X509_get_subject_name(issuer.pointer)) == 0
      && X509_verify(pointer, X509_get0_pubkey(issuer.pointer)) == 1
  }
}
