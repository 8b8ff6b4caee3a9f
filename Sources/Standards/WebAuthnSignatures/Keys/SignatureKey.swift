internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import DoorwardSodium
internal import WebAuthn

/// A public key that is prepared for one algorithm.
struct SignatureKey {
  private enum Prepared {
    case p256(point: [UInt8])
    case ed25519([UInt8])
    case other(SignaturePublicKey, SignaturePublicKey.Scheme)
  }

  private let prepared: Prepared

  /// Prepares a key. A point on P-256 that is not on the curve has no valid signature; see ``requireUsable(context:)``.
  ///
  /// - Throws: ``WebAuthnError``: `unsupported_algorithm`, `malformed_public_key`.
  init(
    _ material: PublicKeyMaterial, _ algorithm: COSEAlgorithm
  ) throws(WebAuthnError) {
    guard algorithm.isSupported || algorithm == .rs1 else { throw algorithm.unsupported }
    guard material.fits(algorithm) else {
      throw WebAuthnError(code: .malformedPublicKey, reason: "the key is not of the kind of \(algorithm)")
    }
    switch material {
    case .curve(.p256, let x, let y): prepared = .p256(point: [4] + x + y)
    case .curve(let curve, let x, let y):
      let isP384 = curve == .p384
      let key = try library { () throws(OpenSSLError) in
        try SignaturePublicKey(curve: isP384 ? .p384 : .p521, point: [4] + x + y)
      }
      prepared = .other(key, .ecdsa(isP384 ? .sha384 : .sha512))
    case .ed25519(let key): prepared = .ed25519(key)
    case .rsa(let modulus, let exponent):
      let key = try library { () throws(OpenSSLError) in
        try SignaturePublicKey(modulus: modulus, exponent: exponent)
      }
      prepared = .other(key, Self.scheme(algorithm))
    }
  }

  private static func scheme(_ algorithm: COSEAlgorithm) -> SignaturePublicKey.Scheme {
    switch algorithm {
    case .ps256: .pss(.sha256)
    case .rs384: .pkcs1(.sha384)
    case .rs512: .pkcs1(.sha512)
    case .rs1: .pkcs1(.sha1)
    default: .pkcs1(.sha256)
    }
  }

  /// Checks that the point of the key is on its curve, for a key whose owner has not signed anything yet.
  ///
  /// - Throws: ``WebAuthnError`` `malformed_public_key`.
  func requireUsable(context: OpenSSLContext) throws(WebAuthnError) {
    switch prepared {
    case .p256(let point):
      _ = try library { () throws(OpenSSLError) in try P256PublicKey(point: point, context: context) }
    case .ed25519(let key):
      guard Ed25519.isValid(publicKey: key) else {
        throw WebAuthnError(
          code: .malformedPublicKey, reason: "the key is not a point of Ed25519 that a key pair can have")
      }
    case .other: break
    }
  }

  /// Whether a signature over a message is valid (WebAuthn L3 §6.5.5: ECDSA signatures are in DER).
  func isValid(
    _ signature: [UInt8], for message: [UInt8], context: OpenSSLContext
  ) throws(WebAuthnError) -> Bool {
    switch prepared {
    case .p256(let point):
      return try library { () throws(OpenSSLError) in
        try context.isValidP256Signature(der: signature, message: message, point: point)
      }
    case .ed25519(let key):
      return Ed25519.isValid(signature: signature, message: message, publicKey: key)
    case .other(let key, let scheme):
      return try library { () throws(OpenSSLError) in
        try key.isValidSignature(signature, message: message, scheme: scheme)
      }
    }
  }
}

/// Runs an operation of the cryptographic library and converts its errors.
func library<Value>(_ step: () throws(OpenSSLError) -> Value) throws(WebAuthnError) -> Value {
  do {
    return try step()
  } catch {
    let code: WebAuthnError.Code =
      switch error.code {
      case .invalidKey, .keyTooSmall, .keyTooLarge: .malformedPublicKey
      case .invalidCertificate: .malformedCertificate
      default: .libraryFailure
      }
    throw WebAuthnError(code: code, reason: error.reason)
  }
}
