package import BinaryEncodings
internal import Encodings

// The parts of certificates that the attestation statement formats look at (WebAuthn L3 §8).
extension Certificate {
  /// The kinds of attributes of names (RFC 5280 appendix A, RFC 4519).
  package enum AttributeKind {
    package static let commonName = ASN1ObjectIdentifier(2, 5, 4, 3)
    package static let country = ASN1ObjectIdentifier(2, 5, 4, 6)
    package static let organization = ASN1ObjectIdentifier(2, 5, 4, 10)
    package static let organizationalUnit = ASN1ObjectIdentifier(2, 5, 4, 11)
  }

  /// The kinds of extensions.
  package enum ExtensionKind {
    package static let keyUsage = ASN1ObjectIdentifier(2, 5, 29, 15)
    package static let subjectAlternativeName = ASN1ObjectIdentifier(2, 5, 29, 17)
    package static let basicConstraints = ASN1ObjectIdentifier(2, 5, 29, 19)
    package static let extendedKeyUsage = ASN1ObjectIdentifier(2, 5, 29, 37)
    /// id-fido-gen-ce-aaguid (WebAuthn L3 §8.2.1).
    package static let aaguid = ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 45724, 1, 1, 4)
    /// The nonce of Apple's anonymous attestation (WebAuthn L3 §8.8).
    package static let appleNonce = ASN1ObjectIdentifier(1, 2, 840, 113635, 100, 8, 2)
    /// Android's key description (WebAuthn L3 §8.4.1).
    package static let androidKeyDescription = ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 1, 17)
  }

  /// The texts of a kind of attribute of the subject.
  package func subject(_ kind: ASN1ObjectIdentifier) -> [String] {
    subject.filter { $0.kind == kind }.map(\.text)
  }

  /// Whether the certificate may sign certificates (RFC 5280 §4.2.1.9); nil if it does not say.
  package func isAuthority() throws(WebAuthnError) -> Bool? {
    try content(ExtensionKind.basicConstraints) { value throws(DERError) in
      var reader = DERReader(value)
      var constraints = try reader.sequence()
      try reader.finish()
      return constraints.nextIdentifier == 0x01 ? try constraints.boolean() : false
    }
  }

  /// Whether the key may sign certificates (RFC 5280 §4.2.1.3); nil if the certificate does not say.
  package func mayCertify() throws(WebAuthnError) -> Bool? {
    try content(ExtensionKind.keyUsage) { value throws(DERError) in
      var reader = DERReader(value)
      let bits = try reader.bits()
      try reader.finish()
      // keyCertSign is bit 5, counted from the highest one.
      return (bits.first ?? 0) & 0b100 != 0
    }
  }

  /// The AAGUID of the authenticator model; nil if the certificate does not have it.
  package func aaguid() throws(WebAuthnError) -> (value: [UInt8], isCritical: Bool)? {
    let value = try content(ExtensionKind.aaguid) { value throws(DERError) in
      var reader = DERReader(value)
      let aaguid = try reader.octetString()
      try reader.finish()
      return aaguid
    }
    return value.map { ($0, extensions[ExtensionKind.aaguid]?.isCritical == true) }
  }

  /// The nonce of Apple's anonymous attestation: SEQUENCE { [1] { OCTET STRING } }.
  package func appleNonce() throws(WebAuthnError) -> [UInt8]? {
    try content(ExtensionKind.appleNonce) { value throws(DERError) in
      var reader = DERReader(value)
      var sequence = try reader.sequence()
      try reader.finish()
      var wrapper = sequence.reader(try sequence.next(0xa1))
      try sequence.finish()
      let nonce = try wrapper.octetString()
      try wrapper.finish()
      return nonce
    }
  }

  /// Android's description of the key.
  package func androidKeyDescription() throws(WebAuthnError) -> AndroidKeyDescription? {
    try content(ExtensionKind.androidKeyDescription) { value throws(DERError) in
      try AndroidKeyDescription(parsing: value)
    }
  }

  /// The purposes of extended key usage (RFC 5280 §4.2.1.12).
  package func extendedKeyUsages() throws(WebAuthnError) -> [ASN1ObjectIdentifier]? {
    try content(ExtensionKind.extendedKeyUsage) { value throws(DERError) in
      var reader = DERReader(value)
      var list = try reader.sequence()
      try reader.finish()
      var usages: [ASN1ObjectIdentifier] = []
      while !list.isAtEnd { usages.append(try list.objectIdentifier()) }
      return usages
    }
  }

  /// The bits of the public key, without their algorithm.
  package var publicKeyBits: [UInt8]? {
    var outer = DERReader(publicKeyInfo)
    guard var info = try? outer.sequence(), (try? info.next(0x30)) != nil else { return nil }
    return try? info.bitString()
  }

  /// The host names and the directory names of the subject alternative name (RFC 5280 §4.2.1.6).
  package func alternativeNames() throws(WebAuthnError) -> (hosts: [String], directories: [[Attribute]])? {
    try content(ExtensionKind.subjectAlternativeName) { value throws(DERError) in
      var reader = DERReader(value)
      var list = try reader.sequence()
      try reader.finish()
      var hosts: [String] = []
      var directories: [[Attribute]] = []
      while !list.isAtEnd {
        let name = try list.next()
        switch name.identifier {
        case 0x82: hosts.append(String(decoding: list.content(name), as: UTF8.self))
        case 0xa4:
          var directory = list.reader(name)
          directories.append(try Self.name(directory.sequence()))
        default: break
        }
      }
      return (hosts, directories)
    }
  }

  private func content<Value>(
    _ kind: ASN1ObjectIdentifier, _ read: ([UInt8]) throws(DERError) -> Value
  ) throws(WebAuthnError) -> Value? {
    guard let found = extensions[kind] else { return nil }
    do {
      return try read(found.value)
    } catch {
      throw WebAuthnError(
        code: .malformedCertificate,
        reason: "the extension \(kind) of a certificate is malformed: \(error.reason)")
    }
  }
}
