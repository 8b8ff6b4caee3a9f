public import Encodings

/// An X.509 certificate (RFC 5280 §4), parsed. Its signature is not verified.
public struct Certificate: Sendable, Hashable {
  /// One extension.
  public struct Extension: Sendable, Hashable {
    /// Whether a verifier that does not know the extension must refuse the certificate.
    public let isCritical: Bool
    /// The content of the octet string.
    public let value: [UInt8]
  }

  /// One attribute of a distinguished name.
  public struct Attribute: Sendable, Hashable {
    /// The kind of attribute.
    public let kind: ASN1ObjectIdentifier
    /// The tag of its string type: 12 UTF8String, 19 PrintableString, 22 IA5String.
    public let tag: Int
    /// The text.
    public let text: String
  }

  /// The version as people count: 1 to 3.
  public let version: Int
  /// The subject's distinguished name.
  public let subject: [Attribute]
  /// The public key; nil if its kind is not supported.
  public let publicKey: PublicKeyMaterial?
  /// The SubjectPublicKeyInfo.
  public let publicKeyInfo: [UInt8]
  /// The extensions. None occurs twice.
  public let extensions: [ASN1ObjectIdentifier: Extension]
  /// The encoding.
  public let der: [UInt8]

  /// The longest accepted certificate.
  static let maxLength = 16_384

  /// Parses a certificate from DER.
  ///
  /// - Throws: ``WebAuthnError`` `malformed_certificate`.
  public init(der: [UInt8]) throws(WebAuthnError) {
    do throws(DERError) {
      guard der.count <= Self.maxLength else { throw DERError(code: .malformed, offset: Self.maxLength) }
      var outer = DERReader(der)
      var certificate = try outer.sequence()
      try outer.finish()
      var body = try certificate.sequence()
      _ = try certificate.next(0x30)  // signatureAlgorithm
      _ = try certificate.bitString()
      try certificate.finish()
      version = try Self.version(&body)
      _ = try body.next(0x02)  // serialNumber
      _ = try body.next(0x30)  // signature
      _ = try body.next(0x30)  // issuer
      _ = try body.next(0x30)  // validity
      subject = try Self.name(body.sequence())
      publicKeyInfo = body.encoding(try body.next(0x30))
      publicKey = try SubjectPublicKeyInfo.material(publicKeyInfo)
      _ = try body.nextIfPresent(0x81)  // issuerUniqueID
      _ = try body.nextIfPresent(0x82)  // subjectUniqueID
      extensions = try Self.extensions(&body)
      try body.finish()
    } catch {
      throw WebAuthnError(
        code: .malformedCertificate, reason: "a certificate is malformed: \(error.reason)")
    }
    self.der = der
  }

  private static func version(_ body: inout DERReader) throws(DERError) -> Int {
    guard let element = try body.nextIfPresent(0xa0) else { return 1 }
    var reader = body.reader(element)
    let number = try reader.smallInteger()
    guard number <= 2 else { throw DERError(code: .unexpected, offset: element.range.lowerBound) }
    return number + 1
  }

  /// RDNSequence (RFC 5280 §4.1.2.4), with the attributes in order.
  static func name(_ name: DERReader) throws(DERError) -> [Attribute] {
    var name = name
    var attributes: [Attribute] = []
    while !name.isAtEnd {
      var set = name.reader(try name.next(0x31))
      while !set.isAtEnd {
        var pair = try set.sequence()
        let kind = try pair.objectIdentifier()
        let value = try pair.next()
        try pair.finish()
        attributes.append(
          Attribute(
            kind: kind, tag: value.tag, text: String(decoding: pair.content(value), as: UTF8.self)))
      }
    }
    return attributes
  }

  private static func extensions(
    _ body: inout DERReader
  ) throws(DERError) -> [ASN1ObjectIdentifier: Extension] {
    guard let element = try body.nextIfPresent(0xa3) else { return [:] }
    var wrapper = body.reader(element)
    var list = try wrapper.sequence()
    try wrapper.finish()
    var extensions: [ASN1ObjectIdentifier: Extension] = [:]
    while !list.isAtEnd {
      let start = list
      var entry = try list.sequence()
      let kind = try entry.objectIdentifier()
      let isCritical = entry.nextIdentifier == 0x01 ? try entry.boolean() : false
      let value = try entry.octetString()
      try entry.finish()
      // RFC 5280 §4.2: a certificate has at most one extension of a kind.
      guard extensions.updateValue(Extension(isCritical: isCritical, value: value), forKey: kind) == nil
      else { throw DERError(code: .unexpected, offset: start.bytes.count) }
    }
    return extensions
  }
}
