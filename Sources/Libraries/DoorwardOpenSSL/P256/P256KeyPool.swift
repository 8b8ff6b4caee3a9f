internal import CDoorwardOpenSSL
public import DoorwardCiphers

/// Key objects on P-256 that wait for their next point.
///
/// Making a key object takes longer than setting a point, because each gets its own copy of the curve. A key is used by
/// one caller at a time, who sets the point first.
///
/// `@unchecked Sendable` is sound: the lock guards the array, and a key that was taken is not in the array.
final class P256KeyPool: @unchecked Sendable {
  private static let maximumIdle = 64

  /// A key, and a context for operations with it.
  private struct Entry {
    let key: OpaquePointer
    let operation: OpaquePointer

    func free() {
      EVP_PKEY_CTX_free(operation)
      EVP_PKEY_free(key)
    }
  }

  private let template: OpaquePointer
  private let lock: UnsafeMutableRawPointer?
  private var idle: [Entry] = []

  /// - Parameter template: A key with the curve. It must live as long as the pool is used.
  init(template: OpaquePointer) {
    self.template = template
    lock = CRYPTO_THREAD_lock_new()
  }

  deinit {
    for entry in idle { entry.free() }
    CRYPTO_THREAD_lock_free(lock)
  }

  /// Calls `body` with a context of a key that has this point, ready to verify; nil if the point is not on the curve, or
  /// memory is exhausted.
  ///
  /// The operation is initialized after the point is set, so it never has the point of an earlier caller.
  func withVerification<Value>(point: [UInt8], _ body: (OpaquePointer) -> Value) -> Value? {
    guard let entry = take() else { return nil }
    guard EVP_PKEY_set1_encoded_public_key(entry.key, point, point.count) == 1,
      EVP_PKEY_verify_init(entry.operation) == 1
    else {
      entry.free()
      return nil
    }
    defer { put(entry) }
    return body(entry.operation)
  }

  private func take() -> Entry? {
    if let lock, CRYPTO_THREAD_write_lock(lock) == 1 {
      defer { CRYPTO_THREAD_unlock(lock) }
      if let entry = idle.popLast() { return entry }
    }
    guard let key = EVP_PKEY_new() else { return nil }
    guard EVP_PKEY_copy_parameters(key, template) == 1,
      let operation = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
    else {
      EVP_PKEY_free(key)
      return nil
    }
    return Entry(key: key, operation: operation)
  }

  private func put(_ entry: Entry) {
    if let lock, CRYPTO_THREAD_write_lock(lock) == 1 {
      defer { CRYPTO_THREAD_unlock(lock) }
      if idle.count < Self.maximumIdle {
        idle.append(entry)
        return
      }
    }
    entry.free()
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
    let isValid = p256Keys.withVerification(point: point) { operation in
      EVP_PKEY_verify(operation, signature, signature.count, digest, digest.count) == 1
    }
    if isValid != true { ERR_clear_error() }
    return isValid ?? false
  }
}
