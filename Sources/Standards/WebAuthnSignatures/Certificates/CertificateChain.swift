internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import WebAuthn

/// The certificates of an attestation: the signer's first, then its issuers. None of them is trusted.
struct CertificateChain {
  let leaf: Certificate
  private let parsed: [Certificate]
  private let certificates: [X509Certificate]

  init(_ chain: [Certificate]) throws(WebAuthnError) {
    guard let leaf = chain.first else {
      throw WebAuthnError(code: .untrustedAttestation, reason: "the attestation has no certificates")
    }
    self.leaf = leaf
    parsed = chain
    var certificates: [X509Certificate] = []
    for certificate in chain {
      certificates.append(
        try library { () throws(OpenSSLError) in try X509Certificate(der: certificate.der) })
    }
    self.certificates = certificates
  }

  /// Each certificate must be signed by the next one, which may sign certificates. It does not show the author of the
  /// first certificate: anyone can make a chain.
  func requireLinks() throws(WebAuthnError) {
    for place in certificates.indices.dropLast() {
      let issuer = parsed[place + 1]
      // Certificates before version 3 have no basic constraints.
      let isAuthority = try issuer.isAuthority() ?? (issuer.version < 3)
      guard isAuthority, try issuer.mayCertify() ?? true,
        certificates[place].isSigned(by: certificates[place + 1])
      else {
        throw WebAuthnError(
          code: .untrustedAttestation,
          reason: "a certificate of the attestation is not signed by the next one")
      }
    }
  }

  /// There must be a path to a trusted certificate at this time, in seconds since 1970.
  func requireTrust(_ trust: CertificateTrust, at time: Int64) throws(WebAuthnError) {
    let refusal = try library { () throws(OpenSSLError) in
      try trust.refusal(of: certificates[0], intermediates: Array(certificates.dropFirst()), at: time)
    }
    guard let refusal else { return }
    throw WebAuthnError(
      code: .untrustedAttestation,
      reason: "the certificates of the attestation do not lead to a trust anchor: \(refusal)")
  }
}

extension CertificateTrust {
  convenience init(certificates: [[UInt8]]) throws(WebAuthnError) {
    var anchors: [X509Certificate] = []
    for der in certificates {
      anchors.append(try library { () throws(OpenSSLError) in try X509Certificate(der: der) })
    }
    do { try self.init(anchors) } catch {
      throw WebAuthnError(code: .libraryFailure, reason: error.reason)
    }
  }
}
