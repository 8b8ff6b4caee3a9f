import BinaryEncodings
import DoorwardOpenSSL
import Encodings

/// Writes DER (X.690).
enum DER {
  static func element(_ identifier: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 0x80
      ? [UInt8(count)]
      : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
    return [identifier] + length + content
  }

  static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, Array(elements.joined())) }
  static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, Array(elements.joined())) }
  static func set(_ elements: [UInt8]...) -> [UInt8] { element(0x31, Array(elements.joined())) }
  static func oid(_ identifier: ASN1ObjectIdentifier) -> [UInt8] { element(0x06, identifier.content) }
  static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }
  static func utf8(_ text: String) -> [UInt8] { element(0x0c, Array(text.utf8)) }
  static func printable(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }
  static func integer(_ value: UInt8) -> [UInt8] { element(0x02, value < 0x80 ? [value] : [0, value]) }
  static func enumerated(_ value: UInt8) -> [UInt8] { element(0x0a, [value]) }
  static func bits(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }
  static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xff : 0]) }
}

/// A certificate that a test writes and signs with ECDSA on P-256.
struct TestCertificate {
  struct Extension {
    var kind: ASN1ObjectIdentifier
    var isCritical = false
    var value: [UInt8]
  }

  var version: UInt8 = 2
  var serial: UInt8 = 1
  /// Attributes of the names, each of them UTF-8 except the country.
  var subject: [(ASN1ObjectIdentifier, String)] = []
  var issuer: [(ASN1ObjectIdentifier, String)] = []
  var notBefore = "20240101000000Z"
  var notAfter = "21240101000000Z"
  var extensions: [Extension] = []
  /// The subject's name in DER, in place of the attributes.
  var subjectName: [UInt8]?
  /// The number of bits that the signature leaves out.
  var unusedBits: UInt8 = 0

  static let commonName = ASN1ObjectIdentifier(2, 5, 4, 3)
  static let country = ASN1ObjectIdentifier(2, 5, 4, 6)
  static let organization = ASN1ObjectIdentifier(2, 5, 4, 10)
  static let unit = ASN1ObjectIdentifier(2, 5, 4, 11)

  static let rootName = [(commonName, "Test root")]
  /// The subject of `packed` (WebAuthn L3 §8.2.1).
  static let packedName = [
    (country, "DE"), (organization, "Test"), (unit, "Authenticator Attestation"), (commonName, "Test model"),
  ]

  static func basicConstraints(authority: Bool) -> Extension {
    Extension(
      kind: ASN1ObjectIdentifier(2, 5, 29, 19), isCritical: true,
      value: authority ? DER.sequence(DER.boolean(true)) : DER.sequence())
  }

  /// The key usage whose bits are those of a byte, the first one highest.
  static func keyUsage(_ byte: UInt8) -> Extension {
    Extension(
      kind: ASN1ObjectIdentifier(2, 5, 29, 15), isCritical: true,
      value: DER.element(0x03, [UInt8(byte.trailingZeroBitCount), byte]))
  }

  static func aaguid(_ bytes: [UInt8], isCritical: Bool = false) -> Extension {
    Extension(
      kind: ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 45724, 1, 1, 4), isCritical: isCritical,
      value: DER.octets(bytes))
  }

  /// A self-signed certificate of an authority.
  static func root(_ key: P256PrivateKey) throws -> [UInt8] {
    try TestCertificate(
      subject: rootName, issuer: rootName, extensions: [basicConstraints(authority: true)]
    ).signed(by: key, for: key.point)
  }

  /// The certificate in DER.
  func signed(by issuer: P256PrivateKey, for point: [UInt8]) throws -> [UInt8] {
    let ecdsa = DER.sequence(DER.oid(ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2)))
    let publicKey = DER.sequence(
      DER.sequence(
        DER.oid(ASN1ObjectIdentifier(1, 2, 840, 10045, 2, 1)),
        DER.oid(ASN1ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7))), DER.bits(point))
    var body: [[UInt8]] = []
    if version > 0 { body.append(DER.element(0xa0, DER.integer(version))) }
    body += [
      DER.integer(serial), ecdsa, Self.name(self.issuer),
      DER.sequence(
        DER.element(0x18, Array(notBefore.utf8)), DER.element(0x18, Array(notAfter.utf8))),
      subjectName ?? Self.name(subject), publicKey,
    ]
    if !extensions.isEmpty {
      let list = extensions.map { entry in
        DER.sequence(
          [DER.oid(entry.kind)] + (entry.isCritical ? [DER.boolean(true)] : []) + [DER.octets(entry.value)])
      }
      body.append(DER.element(0xa3, DER.sequence(list)))
    }
    let toBeSigned = DER.sequence(body)
    let signature = P256Signature.der(fromRaw: try issuer.sign(toBeSigned)) ?? []
    return DER.sequence(toBeSigned, ecdsa, DER.element(0x03, [unusedBits] + signature))
  }

  static func name(_ attributes: [(ASN1ObjectIdentifier, String)]) -> [UInt8] {
    DER.sequence(
      attributes.map { kind, text in
        DER.set(DER.sequence(DER.oid(kind), kind == country ? DER.printable(text) : DER.utf8(text)))
      })
  }
}
