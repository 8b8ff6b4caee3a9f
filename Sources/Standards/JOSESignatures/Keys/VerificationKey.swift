public import DoorwardOpenSSL
internal import DoorwardSodium
public import JOSE

/// A verification key that is prepared for its only algorithm.
///
/// The preparation takes as long as one or two verifications. Prepare a key once and reuse it.
public struct VerificationKey: Sendable {
  private enum Prepared {
    case p256(P256PublicKey)
    case ed25519([UInt8])
    case rsa(RSAPublicKey)
    case hmac(HMACSHA256Key)
    case other(SignaturePublicKey, SignaturePublicKey.Scheme)
  }

  /// The only algorithm of the key.
  public let algorithm: JWSAlgorithm
  /// The identifier that tokens use for this key.
  public let keyID: String?
  private let prepared: Prepared

  /// Prepares a key.
  ///
  /// - Throws: ``JOSEError``: `key_not_permitted` or `algorithm_not_allowed` if `use`, `key_ops` or `alg` do
  ///   not allow verifying; `key_too_small`; `malformed_key` if the values are not a valid key.
  public init(_ key: JSONWebKey, context: OpenSSLContext) throws(JOSEError) {
    try key.requirePermission(to: "verify")
    algorithm = key.signatureAlgorithm
    keyID = key.keyID
    switch key.material {
    case .p256(let x, let y, _):
      prepared = .p256(
        try library { try P256PublicKey(point: [4] + x + y, context: context) })
    case .ed25519(let x, _):
      guard x.count == Ed25519.publicKeyLength else {
        throw JOSEError(code: .malformedKey, reason: "an Ed25519 key must have 32 bytes")
      }
      prepared = .ed25519(x)
    case .p384(let x, let y):
      prepared = .other(
        try library { try SignaturePublicKey(curve: .p384, point: [4] + x + y) }, .rawECDSA(.sha384))
    case .rsa(let n, let e, _) where algorithm == .ps256:
      prepared = .other(try library { try SignaturePublicKey(modulus: n, exponent: e) }, .pss(.sha256))
    case .rsa(let n, let e, _):
      prepared = .rsa(
        try library { try RSAPublicKey(modulus: n, exponent: e, context: context) }
      )
    case .symmetric(let secret):
      prepared = .hmac(try HMACSHA256Key(checked: secret, context: context))
    }
  }

  /// Whether a signature over a message is valid for this key.
  ///
  /// - Throws: ``JOSEError``: `library_failure` if there is not enough memory.
  public func isValid(_ signature: [UInt8], for message: [UInt8]) throws(JOSEError) -> Bool {
    switch prepared {
    case .p256(let key):
      try library { try key.isValidSignature(signature, message: message) }
    case .ed25519(let key):
      Ed25519.isValid(signature: signature, message: message, publicKey: key)
    case .rsa(let key):
      try library { try key.isValidSignature(signature, message: message) }
    case .hmac(let key):
      try library { try key.isValid(signature, for: message) }
    case .other(let key, let scheme):
      try library { try key.isValidSignature(signature, message: message, scheme: scheme) }
    }
  }
}

extension HMACSHA256Key {
  /// RFC 7518 §3.2: the key must have at least the size of the hash.
  convenience init(checked secret: [UInt8], context: OpenSSLContext) throws(JOSEError) {
    guard secret.count >= 32 else {
      throw JOSEError(
        code: .keyTooSmall, reason: "an HS256 key must have at least 32 bytes; this key has \(secret.count)")
    }
    do { try self.init(secret, context: context) } catch { throw JOSEError(error) }
  }
}
