internal import BinaryEncodings
internal import Encodings

/// The form of public keys in certificates and in `publicKey` of a registration response (RFC 5280 §4.1.2.7,
/// RFC 5480, RFC 8410, RFC 3279 §2.3.1).
enum SubjectPublicKeyInfo {
  private static let ecPublicKey = ASN1ObjectIdentifier(1, 2, 840, 10045, 2, 1)
  private static let rsaEncryption = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 1, 1)
  private static let ed25519 = ASN1ObjectIdentifier(1, 3, 101, 112)
  private static let curves: [ASN1ObjectIdentifier: PublicKeyMaterial.Curve] = [
    ASN1ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7): .p256, ASN1ObjectIdentifier(1, 3, 132, 0, 34): .p384,
    ASN1ObjectIdentifier(1, 3, 132, 0, 35): .p521,
  ]

  /// The key of a SubjectPublicKeyInfo; nil if its algorithm or curve is not supported, or its point is compressed.
  static func material(_ der: [UInt8]) throws(DERError) -> PublicKeyMaterial? {
    var outer = DERReader(der)
    var info = try outer.sequence()
    try outer.finish()
    var algorithm = try info.sequence()
    let kind = try algorithm.objectIdentifier()
    let key = try info.bitString()
    try info.finish()
    switch kind {
    case ecPublicKey:
      guard algorithm.nextIdentifier == 0x06 else { return nil }
      guard let curve = curves[try algorithm.objectIdentifier()] else { return nil }
      let length = curve.coordinateLength
      guard key.count == 1 + 2 * length, key[0] == 4 else { return nil }
      return .curve(curve, x: Array(key[1...length]), y: Array(key[(1 + length)...]))
    case rsaEncryption:
      var reader = DERReader(key)
      var numbers = try reader.sequence()
      let modulus = try numbers.unsignedInteger()
      let exponent = try numbers.unsignedInteger()
      try numbers.finish()
      try reader.finish()
      return .rsa(modulus: modulus, exponent: exponent)
    case ed25519: return key.count == 32 ? .ed25519(key) : nil
    default: return nil
    }
  }
}
