public import DoorwardOpenSSL
internal import DoorwardSodium
public import JOSE

/// A key made ready to verify, bound to the one algorithm its kind does.
///
/// Making it ready costs as much as a verification or two; do it once and keep it.
public struct VerificationKey: Sendable {
  private enum Ready {
    case p256(P256PublicKey)
    case ed25519([UInt8])
    case rsa(RSAPublicKey)
    case hmac(HMACSHA256Key)
  }

  /// The one algorithm the key verifies.
  public let algorithm: JWSAlgorithm
  /// What tokens call the key.
  public let keyID: String?
  private let ready: Ready

  /// Makes a key ready.
  ///
  /// - Throws: ``JOSEError`` `key_not_permitted` or `algorithm_not_allowed` when `use`, `key_ops` or
  ///   `alg` are for something else, `key_too_small`, `malformed_key` when the numbers are no key.
  public init(_ key: JSONWebKey, context: OpenSSLContext) throws(JOSEError) {
    try key.requirePermission(to: "verify")
    algorithm = key.signatureAlgorithm
    keyID = key.keyID
    switch key.material {
    case .p256(let x, let y, _):
      ready = .p256(
        try library { try P256PublicKey(point: [4] + x + y, context: context) })
    case .ed25519(let x, _):
      guard x.count == Ed25519.publicKeyLength else {
        throw JOSEError(code: .malformedKey, reason: "an Ed25519 key has 32 bytes")
      }
      ready = .ed25519(x)
    case .rsa(let n, let e, _):
      ready = .rsa(
        try library { try RSAPublicKey(modulus: n, exponent: e, context: context) }
      )
    case .symmetric(let secret):
      ready = .hmac(try HMACSHA256Key(checked: secret, context: context))
    }
  }

  /// Whether a signature is this key's over a message.
  ///
  /// - Throws: ``JOSEError`` `library_failure` when memory is exhausted.
  public func isValid(_ signature: [UInt8], for message: [UInt8]) throws(JOSEError) -> Bool {
    switch ready {
    case .p256(let key):
      try library { try key.isValidSignature(signature, message: message) }
    case .ed25519(let key):
      Ed25519.isValid(signature: signature, message: message, publicKey: key)
    case .rsa(let key):
      try library { try key.isValidSignature(signature, message: message) }
    case .hmac(let key):
      try library { try key.isValid(signature, for: message) }
    }
  }
}

extension HMACSHA256Key {
  /// RFC 7518 §3.2: a key of the size of the hash, or larger, must be used.
  convenience init(checked secret: [UInt8], context: OpenSSLContext) throws(JOSEError) {
    guard secret.count >= 32 else {
      throw JOSEError(
        code: .keyTooSmall, reason: "an HS256 key has at least 32 bytes, this one \(secret.count)")
    }
    do { try self.init(secret, context: context) } catch { throw JOSEError(error) }
  }
}
