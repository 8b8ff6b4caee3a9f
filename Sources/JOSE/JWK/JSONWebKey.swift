/// A key as JOSE writes it (RFC 7517), of one of the kinds this library does.
///
/// The kind of a key fixes the one algorithm it is used with; see ``JWSAlgorithm``.
/// Its description names it and never shows secret material.
public struct JSONWebKey: Sendable {
  /// The numbers of a key, every one with its highest byte first.
  public enum Material: Sendable {
    /// A point on P-256, each coordinate 32 bytes, and the secret number of 32 bytes (RFC 7518 §6.2).
    case p256(x: [UInt8], y: [UInt8], d: [UInt8]?)
    /// An Ed25519 key of 32 bytes and its seed of 32 bytes (RFC 8037 §2).
    case ed25519(x: [UInt8], d: [UInt8]?)
    /// Modulus, public exponent, and what signing needs (RFC 7518 §6.3).
    case rsa(n: [UInt8], e: [UInt8], secret: RSASecret?)
    /// A shared secret (RFC 7518 §6.4).
    case symmetric([UInt8])
  }

  /// The private half of an RSA key (RFC 7518 §6.3.2); two primes.
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

    /// Makes the private half of a key.
    public init(d: [UInt8], p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]) {
      self.d = d
      self.p = p
      self.q = q
      self.dp = dp
      self.dq = dq
      self.qi = qi
    }
  }

  /// The numbers.
  public var material: Material
  /// `kid`: what tokens call this key.
  public var keyID: String?
  /// `use`: `sig` or `enc`, or anything else.
  public var use: String?
  /// `key_ops`: what the key is for, such as `verify`.
  public var operations: [String]?
  /// `alg`: the one algorithm the key is for.
  public var algorithm: String?

  /// Makes a key.
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
  /// The one algorithm that keys of this kind are used with.
  public var signatureAlgorithm: JWSAlgorithm {
    switch material {
    case .p256: .es256
    case .ed25519: .edDSA
    case .rsa: .rs256
    case .symmetric: .hs256
    }
  }

  /// Whether the key holds what signing needs.
  public var isPrivate: Bool {
    switch material {
    case .p256(_, _, let d): d != nil
    case .ed25519(_, let d): d != nil
    case .rsa(_, _, let secret): secret != nil
    case .symmetric: true
    }
  }

  /// The key without its private half, to publish; nil for a shared secret, which has no public half.
  ///
  /// A key for signing becomes one for verifying: `key_ops` follows.
  public var publicKey: JSONWebKey? {
    var key = self
    switch material {
    case .p256(let x, let y, _): key.material = .p256(x: x, y: y, d: nil)
    case .ed25519(let x, _): key.material = .ed25519(x: x, d: nil)
    case .rsa(let n, let e, _): key.material = .rsa(n: n, e: e, secret: nil)
    case .symmetric: return nil
    }
    if isPrivate, let operations {
      key.operations = operations.contains("sign") || operations.contains("verify") ? ["verify"] : []
    }
    return key
  }

  /// Whether `use`, `key_ops` and `alg` let the key do this with its algorithm (RFC 7517 §4.2 to §4.4).
  ///
  /// - Parameter operation: `verify` or `sign`.
  /// - Throws: ``JOSEError`` `key_not_permitted`, or `algorithm_not_allowed` when `alg` names another.
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
        reason:
          "the key is for another algorithm than \(signatureAlgorithm.rawValue), the one its kind does here")
    }
  }
}
