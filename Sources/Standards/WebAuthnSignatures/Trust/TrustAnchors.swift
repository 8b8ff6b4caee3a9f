internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import Encodings
public import WebAuthn

/// The certificates that attestations may lead to (WebAuthn L3 §7.1 step 23).
///
/// With metadata, the attestation of a model must lead to a certificate of that model, and a model that is reported as
/// compromised is refused.
public struct TrustAnchors: Sendable {
  private let general: CertificateTrust
  private let metadata: AuthenticatorMetadata?

  /// Creates anchors.
  ///
  /// - Parameters:
  ///   - certificates: Certificates that any authenticator's attestation may lead to, in DER.
  ///   - metadata: The metadata of authenticator models.
  /// - Throws: ``WebAuthnError`` `malformed_certificate`.
  public init(certificates: [[UInt8]] = [], metadata: VerifiedMetadata? = nil) throws(WebAuthnError) {
    general = try CertificateTrust(certificates: certificates)
    self.metadata = metadata?.contents
  }

  func require(
    _ chain: CertificateChain, aaguid: AAGUID, format: AttestationFormat, at time: Timestamp
  ) throws(WebAuthnError) {
    if let entry = try entry(chain, aaguid: aaguid, format: format) {
      guard !entry.isCompromised else {
        throw WebAuthnError(
          code: .compromisedAuthenticator,
          reason:
            "the authenticator model \(entry.description ?? aaguid.description) is reported as compromised")
      }
      let model = try CertificateTrust(certificates: entry.attestationRoots)
      if (try? chain.requireTrust(model, at: time.seconds)) != nil { return }
    }
    try chain.requireTrust(general, at: time.seconds)
  }

  /// The model's entry: by its AAGUID, or by the key identifier of its certificate for an authenticator of U2F.
  private func entry(
    _ chain: CertificateChain, aaguid: AAGUID, format: AttestationFormat
  ) throws(WebAuthnError) -> AuthenticatorMetadata.Entry? {
    guard let metadata else { return nil }
    guard format == .fidoU2F || aaguid.isUnknown else { return metadata[aaguid] }
    guard let identifier = try chain.leaf.publicKeyIdentifier() else { return nil }
    return metadata.entry(keyIdentifier: identifier)
  }
}

extension Certificate {
  /// SHA-1 of the public key's bits (RFC 5280 §4.2.1.2 method 1), by which the metadata names certificates.
  func publicKeyIdentifier() throws(WebAuthnError) -> [UInt8]? {
    guard let bits = publicKeyBits else { return nil }
    return try library { () throws(OpenSSLError) in try DigestAlgorithm.sha1.hash(bits) }
  }
}
