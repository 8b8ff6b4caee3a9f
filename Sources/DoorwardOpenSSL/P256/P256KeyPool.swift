internal import CDoorwardOpenSSL

/// Key objects on P-256 that wait for their next point.
///
/// Making a key object takes longer than setting a point, because each gets its own copy of the curve. A key is used by
/// one caller at a time, who sets the point first.
///
/// `@unchecked Sendable` is sound: the lock guards the array, and a key that was taken is not in the array.
final class P256KeyPool: @unchecked Sendable {
  private static let maximumIdle = 64

  private let template: OpaquePointer
  private let lock: UnsafeMutableRawPointer?
  private var idle: [OpaquePointer] = []

  /// - Parameter template: A key with the curve. It must live as long as the pool is used.
  init(template: OpaquePointer) {
    self.template = template
    lock = CRYPTO_THREAD_lock_new()
  }

  deinit {
    for key in idle { EVP_PKEY_free(key) }
    CRYPTO_THREAD_lock_free(lock)
  }

  /// Calls `body` with a key that has this point; nil if the point is not on the curve, or memory is exhausted.
  ///
  /// `body` must prepare its operation anew, because a prepared one may keep the point of an earlier caller.
  func withKey<Value>(point: [UInt8], _ body: (OpaquePointer) -> Value) -> Value? {
    guard let key = take() else { return nil }
    guard EVP_PKEY_set1_encoded_public_key(key, point, point.count) == 1 else {
      EVP_PKEY_free(key)
      return nil
    }
    defer { put(key) }
    return body(key)
  }

  private func take() -> OpaquePointer? {
    if let lock, CRYPTO_THREAD_write_lock(lock) == 1 {
      defer { CRYPTO_THREAD_unlock(lock) }
      if let key = idle.popLast() { return key }
    }
    guard let key = EVP_PKEY_new() else { return nil }
    guard EVP_PKEY_copy_parameters(key, template) == 1 else {
      EVP_PKEY_free(key)
      return nil
    }
    return key
  }

  private func put(_ key: OpaquePointer) {
    if let lock, CRYPTO_THREAD_write_lock(lock) == 1 {
      defer { CRYPTO_THREAD_unlock(lock) }
      if idle.count < Self.maximumIdle {
        idle.append(key)
        return
      }
    }
    EVP_PKEY_free(key)
  }
}

extension OpenSSLContext {
  /// Whether a signature in DER (RFC 3279 §2.2.3) over a message hashed with SHA-256 is valid for a key on P-256, which
  /// is used once. A key that verifies several signatures is faster as a ``P256PublicKey``.
  ///
  /// - Parameters:
  ///   - signature: The signature.
  ///   - message: The message.
  ///   - point: The key's point, uncompressed: 4, x and y, 65 bytes.
  /// - Returns: Whether the signature is valid; false if the point is not on the curve.
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted.
  public func isValidP256Signature(
    der signature: [UInt8], message: [UInt8], point: [UInt8]
  ) throws(OpenSSLError) -> Bool {
    guard point.count == 65, point[0] == 4 else { return false }
    let digest = try sha256(message)
    let isValid = p256Keys.withKey(point: point) { key in
      guard let operation = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return false }
      defer { EVP_PKEY_CTX_free(operation) }
      return EVP_PKEY_verify_init(operation) == 1
        && EVP_PKEY_verify(operation, signature, signature.count, digest, digest.count) == 1
    }
    if isValid != true { ERR_clear_error() }
    return isValid ?? false
  }
}
