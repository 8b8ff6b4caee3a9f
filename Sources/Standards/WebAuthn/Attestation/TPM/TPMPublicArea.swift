/// TPMT_PUBLIC: the public area of a key in a TPM (TPM 2.0 Part 2 §12.2.4).
public struct TPMPublicArea: Sendable, Hashable {
  /// The hash functions of names, by TPM_ALG_ID (TPM 2.0 Part 2 §6.3).
  public enum NameAlgorithm: UInt32, Sendable, Hashable {
    case sha256 = 0x000b
    case sha384 = 0x000c
    case sha512 = 0x000d
  }

  /// TPM_ALG_ID.
  private enum Algorithm {
    static let rsa: UInt32 = 0x0001
    static let null: UInt32 = 0x0010
    static let ecdaa: UInt32 = 0x001a
    static let ecc: UInt32 = 0x0023
    /// The schemes without parameters besides a hash: RSASSA, RSAPSS, OAEP, ECDSA, ECDH, SM2, ECSCHNORR.
    static let hashed: Set<UInt32> = [0x0014, 0x0016, 0x0017, 0x0018, 0x0019, 0x001b, 0x001c]
    /// The scheme RSAES, which has no parameters.
    static let rsaes: UInt32 = 0x0015
  }

  /// The hash of the key's name.
  public let nameAlgorithm: NameAlgorithm
  /// The key.
  public let key: PublicKeyMaterial
  /// The structure.
  public let bytes: [UInt8]

  init(parsing bytes: [UInt8]) throws(WebAuthnError) {
    var reader = TPMReader(bytes)
    let type = try reader.number(2)
    guard let name = NameAlgorithm(rawValue: try reader.number(2)) else {
      throw StatementReader.malformed(.tpm, "the hash of the name (nameAlg) is not supported")
    }
    _ = try reader.number(4)  // objectAttributes
    _ = try reader.sized()  // authPolicy
    switch type {
    case Algorithm.rsa: key = try Self.rsa(&reader)
    case Algorithm.ecc: key = try Self.ecc(&reader)
    default: throw StatementReader.malformed(.tpm, "the key is neither RSA nor on a curve")
    }
    try reader.finish()
    nameAlgorithm = name
    self.bytes = bytes
  }

  /// TPMS_RSA_PARMS and TPM2B_PUBLIC_KEY_RSA.
  private static func rsa(_ reader: inout TPMReader) throws(WebAuthnError) -> PublicKeyMaterial {
    try symmetric(&reader)
    try scheme(&reader)
    let bits = try reader.number(2)
    let exponent = try reader.number(4)
    let modulus = try reader.sized()
    guard modulus.count * 8 == Int(bits), modulus.first ?? 0 != 0 else {
      throw StatementReader.malformed(.tpm, "the modulus does not have its length")
    }
    // §12.2.3.5: an exponent of 0 means 65537.
    let number = exponent == 0 ? 65_537 : exponent
    let digits = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    return .rsa(modulus: modulus, exponent: Array(digits.drop { $0 == 0 }))
  }

  /// TPMS_ECC_PARMS and TPMS_ECC_POINT.
  private static func ecc(_ reader: inout TPMReader) throws(WebAuthnError) -> PublicKeyMaterial {
    try symmetric(&reader)
    try scheme(&reader)
    let curves: [UInt32: PublicKeyMaterial.Curve] = [3: .p256, 4: .p384, 5: .p521]
    guard let curve = curves[try reader.number(2)] else {
      throw StatementReader.malformed(.tpm, "the curve is not supported")
    }
    // The key derivation scheme.
    if try reader.number(2) != Algorithm.null { _ = try reader.number(2) }
    let (x, y) = (try reader.sized(), try reader.sized())
    let length = curve.coordinateLength
    guard x.count <= length, y.count <= length else {
      throw StatementReader.malformed(.tpm, "the point does not have its length")
    }
    // A TPM may leave out leading zeros of coordinates.
    func padded(_ digits: [UInt8]) -> [UInt8] {
      [UInt8](repeating: 0, count: length - digits.count) + digits
    }
    return .curve(curve, x: padded(x), y: padded(y))
  }

  /// TPMT_SYM_DEF_OBJECT: a key that does not encrypt has none.
  private static func symmetric(_ reader: inout TPMReader) throws(WebAuthnError) {
    if try reader.number(2) != Algorithm.null { _ = try reader.number(4) }
  }

  /// TPMT_RSA_SCHEME and TPMT_ECC_SCHEME.
  private static func scheme(_ reader: inout TPMReader) throws(WebAuthnError) {
    let scheme = try reader.number(2)
    switch scheme {
    case Algorithm.null, Algorithm.rsaes: break
    case Algorithm.ecdaa: _ = try reader.number(4)
    case _ where Algorithm.hashed.contains(scheme): _ = try reader.number(2)
    default: throw StatementReader.malformed(.tpm, "the scheme of the key is unknown")
    }
  }
}
