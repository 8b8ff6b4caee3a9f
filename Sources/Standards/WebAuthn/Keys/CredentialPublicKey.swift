internal import BinaryEncodings
internal import Encodings

/// The public key of a credential (WebAuthn L3 §5.8.5 and §6.5.1, RFC 9052 §7).
///
/// The encoding is a COSE_Key in the canonical form of CTAP 2 that has exactly the parameters of its algorithm. Points
/// are not checked to be on their curve here; the verification of a signature does that.
public struct CredentialPublicKey: Sendable, Hashable {
  /// The algorithm.
  public let algorithm: COSEAlgorithm
  /// The numbers of the key.
  public let material: PublicKeyMaterial
  /// The COSE_Key. Store these bytes with the credential.
  public let encoded: [UInt8]

  /// Parses a COSE_Key.
  ///
  /// - Throws: ``WebAuthnError``: `malformed_public_key`, `unsupported_algorithm`.
  public init(parsing bytes: [UInt8]) throws(WebAuthnError) {
    let value: CBORValue
    do {
      value = try CBOR.decode(
        bytes, form: .ctap2Canonical, limits: CBORLimits(maxBytes: Self.maxLength, maxDepth: 2))
    } catch {
      throw Self.malformed(error.reason)
    }
    guard case .map(let map) = value else { throw Self.malformed("a COSE_Key must be a map") }
    try self.init(map, encoded: bytes)
  }

  /// The longest accepted key: an RSA key of 8192 bits fits.
  static let maxLength = 2048

  init(_ map: CBORMap, encoded: [UInt8]) throws(WebAuthnError) {
    let algorithm = try Self.algorithm(of: map)
    guard algorithm.isSupported else { throw algorithm.unsupported }
    material = try Self.material(map, algorithm)
    self.algorithm = algorithm
    self.encoded = encoded
  }

  /// The label 3: the algorithm, which WebAuthn requires.
  static func algorithm(of map: CBORMap) throws(WebAuthnError) -> COSEAlgorithm {
    guard let number = map[Label.algorithm]?.int64 else { throw malformed("the key has no alg") }
    return COSEAlgorithm(rawValue: number)
  }

  /// RFC 9052 §7.1 and RFC 9053 §7.
  private enum Label {
    static let keyType: Int64 = 1
    static let algorithm: Int64 = 3
    static let curve: Int64 = -1
    static let x: Int64 = -2
    static let y: Int64 = -3
    // RFC 8230 §4
    static let modulus: Int64 = -1
    static let exponent: Int64 = -2
  }

  private static func material(
    _ map: CBORMap, _ algorithm: COSEAlgorithm
  ) throws(WebAuthnError) -> PublicKeyMaterial {
    switch algorithm {
    case .es256: try curve(map, .p256, number: 1)
    case .es384: try curve(map, .p384, number: 2)
    case .es512: try curve(map, .p521, number: 3)
    case .edDSA: try ed25519(map)
    default: try rsa(map)
    }
  }

  private static func curve(
    _ map: CBORMap, _ curve: PublicKeyMaterial.Curve, number: Int64
  ) throws(WebAuthnError) -> PublicKeyMaterial {
    try require(map, keyType: 2, parameters: 5)
    guard map[Label.curve]?.int64 == number else {
      throw malformed("the curve (crv) must be \(number) for the algorithm")
    }
    // A compressed point has a truth value as y (RFC 9053 §7.1.1), which WebAuthn does not allow.
    let length = curve.coordinateLength
    guard let x = map[Label.x]?.bytes, let y = map[Label.y]?.bytes, x.count == length, y.count == length
    else { throw malformed("x and y must be byte strings of \(length) bytes") }
    return .curve(curve, x: x, y: y)
  }

  private static func ed25519(_ map: CBORMap) throws(WebAuthnError) -> PublicKeyMaterial {
    try require(map, keyType: 1, parameters: 4)
    guard map[Label.curve]?.int64 == 6 else { throw malformed("the curve (crv) of EdDSA must be 6, Ed25519") }
    guard let x = map[Label.x]?.bytes, x.count == 32 else { throw malformed("x must have 32 bytes") }
    return .ed25519(x)
  }

  private static func rsa(_ map: CBORMap) throws(WebAuthnError) -> PublicKeyMaterial {
    try require(map, keyType: 3, parameters: 4)
    guard let modulus = map[Label.modulus]?.bytes, let exponent = map[Label.exponent]?.bytes,
      (256...1024).contains(modulus.count), modulus[0] != 0, (1...8).contains(exponent.count),
      exponent[0] != 0
    else { throw malformed("n must have 2048 to 8192 bits and e at most 64, without leading zeros") }
    return .rsa(modulus: modulus, exponent: exponent)
  }

  /// The key must have its type, and no parameters except the required ones (WebAuthn L3 §6.5.1).
  private static func require(
    _ map: CBORMap, keyType: Int64, parameters: Int
  ) throws(WebAuthnError) {
    guard map[Label.keyType]?.int64 == keyType else {
      throw malformed("the key type (kty) must be \(keyType) for the algorithm")
    }
    guard map.count == parameters else {
      throw malformed("the key must have exactly \(parameters) parameters, not \(map.count)")
    }
  }

  private static func malformed(_ problem: String) -> WebAuthnError {
    WebAuthnError(code: .malformedPublicKey, reason: "the credential public key is malformed: \(problem)")
  }
}
