/// A JSON Web Key (RFC 7517) of a kind that this library supports.
///
/// The kind of the key determines its only algorithm; see ``JWSAlgorithm``. An RSA key is for RS256 unless its
/// `alg` is PS256. The description does not contain secret values.
public struct JSONWebKey: Sendable {
  /// The values of a key, in big-endian order.
  public enum Material: Sendable {
    /// A point on P-256, with coordinates of 32 bytes, and the private scalar of 32 bytes (RFC 7518 §6.2).
    case p256(x: [UInt8], y: [UInt8], d: [UInt8]?)
    /// A point on P-384, with coordinates of 48 bytes. This library does not sign with the curve, so it drops a private
    /// scalar.
    case p384(x: [UInt8], y: [UInt8])
    /// An Ed25519 public key of 32 bytes and its seed of 32 bytes (RFC 8037 §2).
    case ed25519(x: [UInt8], d: [UInt8]?)
    /// The modulus, the public exponent, and the private values (RFC 7518 §6.3).
    case rsa(n: [UInt8], e: [UInt8], secret: RSASecret?)
    /// A shared secret (RFC 7518 §6.4).
    case symmetric([UInt8])
  }

  /// The private part of an RSA key with two primes (RFC 7518 §6.3.2).
  public struct RSASecret: Sendable {
    /// The private exponent.
    public var d: [UInt8]
    /// The first prime.
    public var p: [UInt8]
    /// The second prime.
    public var q: [UInt8]
    /// The private exponent modulo p − 1.
    public var dp: [UInt8]
    /// The private exponent modulo q − 1.
    public var dq: [UInt8]
    /// The inverse of q modulo p.
    public var qi: [UInt8]

    /// Creates the private part of a key.
    public init(d: [UInt8], p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]) {
      self.d = d
      self.p = p
      self.q = q
      self.dp = dp
      self.dq = dq
      self.qi = qi
    }
  }

  /// The values.
  public var material: Material
  /// `kid`: the identifier that tokens use for this key.
  public var keyID: String?
  /// `use`: usually `sig` or `enc`.
  public var use: String?
  /// `key_ops`: the allowed operations, such as `verify`.
  public var operations: [String]?
  /// `alg`: the only algorithm for which the key may be used.
  public var algorithm: String?

  /// Creates a key.
  public init(
    _ material: Material, keyID: String? = nil, use: String? = nil, operations: [String]? = nil,
    algorithm: String? = nil
  ) {
    self.material = material
    self.keyID = keyID
    self.use = use
    self.operations = operations
    self.algorithm = algorithm
  }
}

extension JSONWebKey {
  /// The only algorithm for this key.
  public var signatureAlgorithm: JWSAlgorithm {
    switch material {
    case .p256: .es256
    case .p384: .es384
    case .ed25519: .edDSA
    case .rsa: algorithm == JWSAlgorithm.ps256.rawValue ? .ps256 : .rs256
    case .symmetric: .hs256
    }
  }

  /// Whether the key can sign.
  public var isPrivate: Bool {
    switch material {
    case .p256(_, _, let d): d != nil
    case .p384: false
    case .ed25519(_, let d): d != nil
    case .rsa(_, _, let secret): secret != nil
    case .symmetric: true
    }
  }

  /// The public part of the key; nil for a shared secret, which has none.
  ///
  /// If the key could sign, the `key_ops` of the result allow verifying.
  public var publicKey: JSONWebKey? {
    var key = self
    switch material {
    case .p256(let x, let y, _): key.material = .p256(x: x, y: y, d: nil)
    case .p384: break
    case .ed25519(let x, _): key.material = .ed25519(x: x, d: nil)
    case .rsa(let n, let e, _): key.material = .rsa(n: n, e: e, secret: nil)
    case .symmetric: return nil
    }
    if isPrivate, let operations {
      key.operations = operations.contains("sign") || operations.contains("verify") ? ["verify"] : []
    }
    return key
  }

  /// Checks that `use`, `key_ops` and `alg` allow an operation with the key's algorithm (RFC 7517 §4.2 to
  /// §4.4).
  ///
  /// - Parameter operation: `verify` or `sign`.
  /// - Throws: ``JOSEError``: `key_not_permitted`, or `algorithm_not_allowed` if `alg` names another algorithm.
  public func requirePermission(to operation: String) throws(JOSEError) {
    if let use, use != "sig" {
      throw JOSEError(code: .keyNotPermitted, reason: "the key's use is not sig")
    }
    if let operations, !operations.contains(operation) {
      throw JOSEError(code: .keyNotPermitted, reason: "the key's key_ops does not list \(operation)")
    }
    if let algorithm, algorithm != signatureAlgorithm.rawValue {
      throw JOSEError(
        code: .algorithmNotAllowed,
        reason: "the key's alg must be \(supportedAlgorithms), as the library supports for this kind of key")
    }
  }
}

extension JSONWebKey {
  private var supportedAlgorithms: String {
    if case .rsa = material { return "RS256 or PS256" }
    return signatureAlgorithm.rawValue
  }
}

// Keys can reach error messages, logs and debuggers inside other values. Each type that can contain a secret
// therefore has a description without its values.

extension JSONWebKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    "\(isPrivate ? "private" : "public") \(signatureAlgorithm.rawValue) key\(keyID.map { " \($0)" } ?? "")"
  }
  public var debugDescription: String { description }

  /// Contains only the description, so that a dump of a key shows no secret.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension JSONWebKey.Material: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of key, without its values.
  public var description: String {
    switch self {
    case .p256: "values of a P-256 key"
    case .p384: "values of a P-384 key"
    case .ed25519: "values of an Ed25519 key"
    case .rsa: "values of an RSA key"
    case .symmetric: "a shared secret"
    }
  }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension JSONWebKey.RSASecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed text without the values.
  public var description: String { "private part of an RSA key" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
