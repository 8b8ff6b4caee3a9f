internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// A private key on the curve P-256 (secp256r1), ready to sign.
public final class P256PrivateKey: Sendable {
  private let prepared: PreparedKey
  private let context: OpenSSLContext

  /// The public point, uncompressed: 4, x and y, 65 bytes.
  public let point: [UInt8]

  /// The secret number: 32 bytes in big-endian order.
  public let secret: [UInt8]

  /// Makes a new key.
  ///
  /// - Throws: ``OpenSSLError`` `library_failure`.
  public static func generate(context: OpenSSLContext) throws(OpenSSLError) -> P256PrivateKey {
    guard let generator = EVP_PKEY_CTX_new_from_pkey(nil, context.p256Template, nil) else {
      throw .last("making a P-256 key")
    }
    defer { EVP_PKEY_CTX_free(generator) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(generator) == 1, EVP_PKEY_generate(generator, &made) == 1, let made else {
      throw .last("making a P-256 key")
    }
    return try P256PrivateKey(PreparedKey(owning: made, Self.prepare), context: context)
  }

  /// Makes a key from a secret number and its public point.
  ///
  /// - Throws: ``OpenSSLError`` `invalid_key` if they are out of range or do not belong together.
  public convenience init(
    secret: [UInt8], point: [UInt8], context: OpenSSLContext
  ) throws(OpenSSLError) {
    guard secret.count == 32, point.count == 65, point[0] == 4 else {
      throw OpenSSLError(
        code: .invalidKey, reason: "a P-256 key has 32 secret bytes and a point of the byte 4 and 64 more")
    }
    var parameters = try KeyParameters()
    try parameters.add(OSSL_PKEY_PARAM_GROUP_NAME, text: "P-256")
    try parameters.add(OSSL_PKEY_PARAM_PUB_KEY, bytes: point)
    try parameters.add(OSSL_PKEY_PARAM_PRIV_KEY, secretNumber: secret)
    let prepared = try PreparedKey(owning: parameters.makeKey("EC")) { context throws(OpenSSLError) in
      guard EVP_PKEY_check(context) == 1 else { throw .last("checking a P-256 key", code: .invalidKey) }
      try Self.prepare(context)
    }
    try self.init(prepared, context: context)
  }

  private init(_ prepared: PreparedKey, context: OpenSSLContext) throws(OpenSSLError) {
    guard let secret = Self.secret(of: prepared.key), let point = Self.point(of: prepared.key) else {
      throw .last("reading a P-256 key")
    }
    self.prepared = prepared
    self.context = context
    self.secret = secret
    self.point = point
  }

  /// The signature r‖s, 64 bytes, over a message hashed with SHA-256 (ES256, RFC 7518 §3.4).
  ///
  /// - Throws: ``OpenSSLError`` `library_failure`.
  public func sign(_ message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let digest = try context.sha256(message)
    guard let signing = prepared.duplicate() else { throw .last("signing") }
    defer { EVP_PKEY_CTX_free(signing) }
    let raw = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 80) { der -> [UInt8]? in
      var length = der.count
      guard EVP_PKEY_sign(signing, der.baseAddress, &length, digest, digest.count) == 1 else { return nil }
      return P256Signature.raw(fromDER: UnsafeBufferPointer(rebasing: der[..<length]))
    }
    guard let raw else { throw .last("signing") }
    return raw
  }

  private static func prepare(_ context: OpaquePointer) throws(OpenSSLError) {
    guard EVP_PKEY_sign_init(context) == 1 else { throw .last("preparing a P-256 key") }
  }

  private static func secret(of key: OpaquePointer) -> [UInt8]? {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 else { return nil }
    defer { BN_clear_free(number) }
    var bytes = [UInt8](repeating: 0, count: 32)
    return BN_bn2binpad(number, &bytes, 32) == 32 ? bytes : nil
  }

  private static func point(of key: OpaquePointer) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65)
    var length = 0
    guard EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, &bytes, bytes.count, &length) == 1,
      length == 65, bytes[0] == 4
    else { return nil }
    return bytes
  }
}

extension P256PrivateKey: CustomReflectable {
  /// Hides the key from dumps.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
