internal import BinaryEncodings
internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import Encodings
internal import WebAuthn

/// The verification procedure of `tpm` (WebAuthn L3 §8.3).
struct TPMAttestation {
  let context: OpenSSLContext

  func verify(
    _ statement: TPMStatement, of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    // The key of pubArea is the credential's key.
    guard statement.publicArea.key == subject.publicKey.material else {
      throw .invalid(.tpm, "pubArea has another key than the credential")
    }
    let certificate = statement.certificates[0]
    try requireCertificate(certificate)
    try certificate.requireSameModel(as: subject.credential.aaguid, .tpm)
    // The signature over certInfo.
    let info = statement.certifyInfo
    try certificate.requireSignature(
      statement.signature, of: info.bytes, algorithm: statement.algorithm, format: .tpm, context: context)
    guard info.magic == TPMCertifyInfo.generatedValue else {
      throw .invalid(.tpm, "the TPM has not made certInfo itself (magic)")
    }
    guard info.type == TPMCertifyInfo.certifyType else {
      throw .invalid(.tpm, "certInfo does not certify a key (type)")
    }
    // extraData is the hash of the attested bytes, with the hash of alg.
    let digest = try digest(of: statement.algorithm)
    let expected = try library { () throws(OpenSSLError) in try digest.hash(subject.signedBytes) }
    guard constantTimeEquals(info.extraData, expected) else {
      throw .invalid(.tpm, "extraData is not the hash of authenticator data and client data")
    }
    guard info.name == (try name(of: statement.publicArea)) else {
      throw .invalid(.tpm, "the certified name is not the one of pubArea")
    }
    return VerifiedAttestation(.tpm, .certificationAuthority, certificates: statement.certificates)
  }

  private func digest(of algorithm: COSEAlgorithm) throws(WebAuthnError) -> DigestAlgorithm {
    switch algorithm {
    case .rs1: .sha1
    case .es256, .rs256, .ps256: .sha256
    case .es384, .rs384: .sha384
    case .es512, .rs512: .sha512
    // EdDSA does not say the hash of extraData.
    default: throw algorithm.unsupported
    }
  }

  /// TPM 2.0 Part 1 §16: the number of the hash, and the hash of the public area.
  private func name(of area: TPMPublicArea) throws(WebAuthnError) -> [UInt8] {
    let digest: DigestAlgorithm =
      switch area.nameAlgorithm {
      case .sha256: .sha256
      case .sha384: .sha384
      case .sha512: .sha512
      }
    let number = area.nameAlgorithm.rawValue
    return [UInt8(number >> 8), UInt8(number & 0xff)]
      + (try library { () throws(OpenSSLError) in try digest.hash(area.bytes) })
  }

  /// §8.3.1.
  private func requireCertificate(_ certificate: Certificate) throws(WebAuthnError) {
    guard certificate.version == 3 else { throw .invalid(.tpm, "the certificate must have version 3") }
    guard certificate.subject.isEmpty else {
      throw .invalid(.tpm, "the subject of the certificate must be empty")
    }
    try requireName(certificate)
    guard try certificate.extendedKeyUsages()?.contains(Self.attestationKeyUsage) == true else {
      throw .invalid(.tpm, "the certificate must have the key usage tcg-kp-AIKCertificate")
    }
    try certificate.requireEndEntity(.tpm)
  }

  private static let attestationKeyUsage = ASN1ObjectIdentifier(2, 23, 133, 8, 3)
  private static let manufacturer = ASN1ObjectIdentifier(2, 23, 133, 2, 1)
  private static let model = ASN1ObjectIdentifier(2, 23, 133, 2, 2)
  private static let version = ASN1ObjectIdentifier(2, 23, 133, 2, 3)

  /// TCG EK Credential Profile §3.2.9: the subject alternative name, which is critical because the subject is empty, has
  /// manufacturer, model and version of the TPM.
  private func requireName(_ certificate: Certificate) throws(WebAuthnError) {
    guard certificate.extensions[Certificate.ExtensionKind.subjectAlternativeName]?.isCritical == true,
      let names = try certificate.alternativeNames()
    else { throw .invalid(.tpm, "the subject alternative name must be present and critical") }
    let attributes = names.directories.flatMap { $0 }
    func text(_ kind: ASN1ObjectIdentifier) -> String? {
      let texts = attributes.filter { $0.kind == kind }
      return texts.count == 1 ? texts[0].text : nil
    }
    guard let manufacturer = text(Self.manufacturer), let model = text(Self.model), !model.isEmpty,
      let version = text(Self.version), isNumber(manufacturer, digits: 8...8),
      isNumber(version, digits: 1...8)
    else {
      throw .invalid(.tpm, "the subject alternative name must have manufacturer, model and version")
    }
  }

  /// `id:` and hexadecimal digits.
  private func isNumber(_ text: String, digits: ClosedRange<Int>) -> Bool {
    text.hasPrefix("id:") && digits.contains(text.utf8.count - 3)
      && text.utf8.dropFirst(3).allSatisfy { Hex.value(of: $0) != nil }
  }
}
