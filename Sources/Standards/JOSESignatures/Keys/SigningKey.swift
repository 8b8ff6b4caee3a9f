public import DoorwardOpenSSL
internal import DoorwardSodium
public import JOSE

/// A signing key that is prepared for its only algorithm.
public struct SigningKey: Sendable {
  private enum Prepared {
    case p256(P256PrivateKey)
    case ed25519(seed: [UInt8])
    case rsa(RSAPrivateKey)
    case hmac(HMACSHA256Key)
  }

  /// The only algorithm of the key.
  public let algorithm: JWSAlgorithm
  /// The identifier that tokens use for this key.
  public let keyID: String?
  private let prepared: Prepared

  /// Prepares a key and checks that its private and public parts match.
  ///
  /// - Throws: ``JOSEError``: `private_key_required`; `key_not_permitted` or `algorithm_not_allowed` if `use`,
  ///   `key_ops` or `alg` do not allow signing; `unsupported_algorithm` if the library does not sign with the
  ///   algorithm; `key_too_small`, `malformed_key`.
  public init(_ key: JSONWebKey, context: OpenSSLContext) throws(JOSEError) {
    try key.requirePermission(to: "sign")
    algorithm = key.signatureAlgorithm
    guard algorithm.canSign else { throw .notSigned(algorithm) }
    keyID = key.keyID
    switch key.material {
    case .p256(let x, let y, let d?):
      prepared = .p256(
        try library {
          try P256PrivateKey(secret: d, point: [4] + x + y, context: context)
        })
    case .ed25519(let x, let d?):
      guard Ed25519.publicKey(ofSeed: d) == x else {
        throw JOSEError(
          code: .malformedKey, reason: "the private and public parts of the Ed25519 key do not match")
      }
      prepared = .ed25519(seed: d)
    case .rsa(let n, let e, let secret?):
      let numbers = RSAPrivateKey.Numbers(
        modulus: n, exponent: e, privateExponent: secret.d,
        factors: .init(p: secret.p, q: secret.q, dp: secret.dp, dq: secret.dq, qi: secret.qi))
      prepared = .rsa(try library { try RSAPrivateKey(numbers, context: context) })
    case .symmetric(let secret):
      prepared = .hmac(try HMACSHA256Key(checked: secret, context: context))
    case .p256, .p384, .ed25519, .rsa:
      throw JOSEError(
        code: .privateKeyRequired,
        reason: "signing needs the private part of the key, and for RSA its factors")
    }
  }

  /// Signs a message, with the signature in the format of JWS (RFC 7518 §3, RFC 8037 §3.1).
  ///
  /// - Throws: ``JOSEError``: `library_failure`.
  public func sign(_ message: [UInt8]) throws(JOSEError) -> [UInt8] {
    switch prepared {
    case .p256(let key): try library { try key.sign(message) }
    case .ed25519(let seed): try ed25519(Ed25519.sign(message: message, seed: seed))
    case .rsa(let key): try library { try key.sign(message) }
    case .hmac(let key): try library { try key.authenticationCode(for: message) }
    }
  }

  private func ed25519(_ signature: [UInt8]?) throws(JOSEError) -> [UInt8] {
    guard let signature else { throw JOSEError(code: .libraryFailure, reason: "signing with Ed25519 failed") }
    return signature
  }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The algorithm and the identifier, without the secret.
  public var description: String { "\(algorithm.rawValue) signing key\(keyID.map { " \($0)" } ?? "")" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
