public import BinaryEncodings
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
    /// The tag of its type: 12 UTF8String, 19 PrintableString, 22 IA5String.
    public let tag: Int
    /// The text; empty if the value is not one of the string types of RFC 5280 §4.1.2.4.
    public let text: String
  }

  /// The version as people count: 1 to 3.
  public let version: Int
  /// The issuer's distinguished name.
  public let issuer: [Attribute]
  /// The first instant at which the certificate is valid.
  public let notBefore: Timestamp
  /// The last instant at which the certificate is valid.
  public let notAfter: Timestamp
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
      let algorithm = certificate.encoding(try certificate.next(0x30))
      // Security keys of Yubico exist whose certificate leaves out the last zero bits of its signature.
      try certificate.bits()
      try certificate.finish()
      version = try Self.version(&body)
      _ = try body.next(0x02)  // serialNumber
      // RFC 5280 §4.1.1.2: the signed algorithm is the one of the signature.
      let signature = try body.next(0x30)
      guard body.encoding(signature) == algorithm else {
        throw DERError(code: .unexpected, offset: signature.range.lowerBound)
      }
      issuer = try Self.name(body.sequence())
      var validity = try body.sequence()
      notBefore = try Self.time(&validity)
      notAfter = try Self.time(&validity)
      try validity.finish()
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

  /// UTCTime or GeneralizedTime, each to the second and in UTC (RFC 5280 §4.1.2.5).
  private static func time(_ reader: inout DERReader) throws(DERError) -> Timestamp {
    let element = try reader.next()
    var text = String(decoding: reader.content(element), as: UTF8.self)
    let malformed = DERError(code: .malformed, offset: element.range.lowerBound)
    switch element.identifier {
    case 0x17:
      // A year of two digits is between 1950 and 2049.
      guard let first = text.utf8.first else { throw malformed }
      text = (first < UInt8(ascii: "5") ? "20" : "19") + text
    case 0x18: break
    default: throw DERError(code: .unexpected, offset: element.range.lowerBound)
    }
    let digits = Array(text.utf8)
    guard digits.count == 15, digits[14] == UInt8(ascii: "Z") else { throw malformed }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    guard
      let time = try? Timestamp(rfc3339: "\(date)T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z")
    else { throw malformed }
    return time
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
        // RFC 5280 §4.1.2.4: UTF8String, PrintableString, TeletexString, IA5String, UniversalString or BMPString. An
        // attribute may have another type, such as the BIT STRING of a unique identifier.
        let isText = [0x0c, 0x13, 0x14, 0x16, 0x1c, 0x1e].contains(value.identifier)
        let bytes = isText ? pair.content(value) : []
        let text = String(decoding: bytes, as: UTF8.self)
        // A UTF8String is UTF-8. A decoded text replaces invalid bytes.
        guard value.identifier != 0x0c || text.utf8.elementsEqual(bytes) else {
          throw DERError(code: .malformed, offset: value.range.lowerBound)
        }
        attributes.append(Attribute(kind: kind, tag: value.tag, text: text))
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
