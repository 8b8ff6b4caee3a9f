internal import CDoorwardOpenSSL
package import DoorwardCiphers

/// An ECDSA signature on secp256k1 with a recovery id, for programs without libsecp256k1.
///
/// The arithmetic is that of OpenSSL. It takes longer than libsecp256k1, and not the same time for all values, so it
/// must not sign.
package struct RecoverableSignature: Sendable, Hashable {
  /// The length in bytes of r and s.
  package static let length = 64

  private let r: [UInt8]
  private let s: [UInt8]
  private let recoveryID: UInt8

  /// Creates a signature; nil unless there are 64 bytes and the recovery id is between 0 and 3.
  package init?(_ bytes: [UInt8], recoveryID: UInt8) {
    guard bytes.count == Self.length, recoveryID <= 3 else { return nil }
    r = Array(bytes[..<32])
    s = Array(bytes[32...])
    self.recoveryID = recoveryID
  }

  /// Whether this is the signature of a digest by a key (SEC 1 §4.1.4), with the lower s and the recovery id that
  /// leads to the key (§4.1.6), so that it cannot be converted to a second valid signature.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes.
  ///   - point: The key's point, uncompressed: 4, x and y, 65 bytes.
  /// - Returns: Whether the signature is valid; false if a length is wrong or the point is not on the curve.
  /// - Throws: ``OpenSSLError`` `library_failure` if memory is exhausted or OpenSSL lacks the curve.
  package func isValid(digest: [UInt8], point: [UInt8]) throws(OpenSSLError) -> Bool {
    guard digest.count == 32, point.count == 65, point[0] == 4 else { return false }
    guard let curve = EC_GROUP_new_by_curve_name(NID_secp256k1), let order = EC_GROUP_get0_order(curve) else {
      throw .last("finding the curve secp256k1")
    }
    defer { EC_GROUP_free(curve) }
    guard let numbers = BN_CTX_new() else { throw .last("verifying") }
    defer { BN_CTX_free(numbers) }
    BN_CTX_start(numbers)
    defer { BN_CTX_end(numbers) }
    guard let key = EC_POINT_new(curve), let sum = EC_POINT_new(curve) else { throw .last("verifying") }
    defer {
      EC_POINT_free(key)
      EC_POINT_free(sum)
    }
    let (r, s, u1, u2) = (BN_CTX_get(numbers), BN_CTX_get(numbers), BN_CTX_get(numbers), BN_CTX_get(numbers))
    // If memory is exhausted, the last one is nil too.
    guard let x = BN_CTX_get(numbers), let y = BN_CTX_get(numbers) else { throw .last("verifying") }
    BN_bin2bn(self.r, 32, r)
    BN_bin2bn(self.s, 32, s)
    BN_bin2bn(digest, 32, u1)
    guard isInRange(r, order), isInRange(s, order), BN_lshift1(y, s) == 1, BN_cmp(y, order) < 0 else {
      return false
    }
    guard EC_POINT_oct2point(curve, key, point, point.count, numbers) == 1 else {
      ERR_clear_error()
      return false
    }
    // u1 = digest / s, u2 = r / s, and the sum is u1 G + u2 Q.
    guard BN_mod_inverse(s, s, order, numbers) != nil, BN_mod_mul(u1, u1, s, order, numbers) == 1,
      BN_mod_mul(u2, r, s, order, numbers) == 1, EC_POINT_mul(curve, sum, u1, key, u2, numbers) == 1
    else { throw .last("verifying") }
    guard EC_POINT_is_at_infinity(curve, sum) == 0 else { return false }
    guard EC_POINT_get_affine_coordinates(curve, sum, x, y, numbers) == 1 else { throw .last("verifying") }
    // Bit 0 of the recovery id is the parity of y. Bit 1 is set if x is not below the order.
    let isReduced = BN_cmp(x, order) >= 0
    guard recoveryID == (isReduced ? 2 : 0) + (BN_is_odd(y) == 1 ? 1 : 0) else { return false }
    if isReduced { BN_sub(x, x, order) }
    return BN_cmp(x, r) == 0
  }

  private func isInRange(_ number: OpaquePointer?, _ order: OpaquePointer) -> Bool {
    BN_is_zero(number) == 0 && BN_cmp(number, order) < 0
  }
}
