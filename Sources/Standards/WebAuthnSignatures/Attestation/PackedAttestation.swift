internal import DoorwardOpenSSL
internal import Encodings
internal import WebAuthn

/// The verification procedure of `packed` (WebAuthn L3 §8.2).
struct PackedAttestation {
  let context: OpenSSLContext

  func verify(
    _ algorithm: COSEAlgorithm, signature: [UInt8], certificates: [Certificate]?,
    of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    guard let certificates else {
      return try verifySelf(algorithm, signature, of: subject)
    }
    let certificate = certificates[0]
    guard algorithm.isSupported else { throw algorithm.unsupported }
    // Step 2: the signature, the certificate, and its AAGUID.
    try certificate.requireSignature(
      signature, of: subject.signedBytes, algorithm: algorithm, format: .packed, context: context)
    try requireCertificate(certificate)
    try certificate.requireSameModel(as: subject.credential.aaguid, .packed)
    return VerifiedAttestation(.packed, .basic, certificates: certificates)
  }

  /// Step 3: the credential's own key has signed.
  private func verifySelf(
    _ algorithm: COSEAlgorithm, _ signature: [UInt8], of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    guard algorithm == subject.publicKey.algorithm else {
      throw .invalid(.packed, "alg is not the algorithm of the credential")
    }
    let key = try SignatureKey(subject.publicKey.material, algorithm)
    guard try key.isValid(signature, for: subject.signedBytes, context: context) else {
      throw .invalid(.packed, "the signature does not match")
    }
    return VerifiedAttestation(.packed, .selfAttestation)
  }

  /// §8.2.1.
  private func requireCertificate(_ certificate: Certificate) throws(WebAuthnError) {
    guard certificate.version == 3 else { throw .invalid(.packed, "the certificate must have version 3") }
    let country = certificate.subject(Certificate.AttributeKind.country)
    guard country.count == 1, country[0].utf8.count == 2,
      country[0].utf8.allSatisfy({ $0 &- UInt8(ascii: "A") < 26 })
    else { throw .invalid(.packed, "the subject must have a country of two capital letters") }
    guard certificate.subject(Certificate.AttributeKind.organization).contains(where: isVisible) else {
      throw .invalid(.packed, "the subject must have an organization")
    }
    guard
      certificate.subject(Certificate.AttributeKind.organizationalUnit) == ["Authenticator Attestation"]
    else {
      throw .invalid(.packed, "the organizational unit of the subject must be Authenticator Attestation")
    }
    guard certificate.subject(Certificate.AttributeKind.commonName).contains(where: isVisible) else {
      throw .invalid(.packed, "the subject must have a common name")
    }
    try certificate.requireEndEntity(.packed)
  }

  /// Whether a text has a character that is not a blank.
  private func isVisible(_ text: String) -> Bool { !text.allSatisfy(\.isWhitespace) }
}
