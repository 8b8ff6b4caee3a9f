internal import Encodings

/// The signature of an externally owned account: r, s and the parity of the signing point.
///
/// A value of this type is well formed: r and s are in range, and s is the lower of its two possible values
/// (EIP-2), so that the signature cannot be converted to a second valid signature. It is not verified.
public struct EthereumSignature: Sendable, Hashable, CustomStringConvertible {
  /// The length of a signature in bytes: r, s and v.
  public static let length = 65
  /// The length of a compact signature in bytes (EIP-2098).
  public static let compactLength = 64

  private let r: SignatureScalar
  private let s: SignatureScalar
  /// The parity of the y coordinate of the signing point, 0 or 1. v is this value plus 27.
  public let recoveryID: UInt8

  init(r: SignatureScalar, s: SignatureScalar, recoveryID: UInt8) throws(SIWEError) {
    guard r.isInRange, s.isInRange else {
      throw SIWEError(
        code: .malformedSignature, reason: "r or s of the signature is zero or not below the curve's order.")
    }
    guard s <= .halfOrder else {
      throw SIWEError(
        code: .highS,
        reason: "The signature has the upper of its two possible s values. Wallets sign with the lower value."
      )
    }
    self.r = r
    self.s = s
    self.recoveryID = recoveryID
  }

  /// r, s and v in the format of wallets: 65 bytes, with v 27 or 28.
  public var bytes: [UInt8] {
    withUnsafeCompactBytes { Array($0) } + [recoveryID + 27]
  }

  /// The signature in 64 bytes: r, then s with the parity in its highest bit (EIP-2098).
  public var compact: [UInt8] {
    var bytes = withUnsafeCompactBytes { Array($0) }
    bytes[32] |= recoveryID << 7
    return bytes
  }

  /// `0x` and the 65 bytes in hexadecimal.
  public var description: String { Hex.encode(bytes, prefix: true) }

  /// Calls a closure with r and s, 32 big-endian bytes each, without the parity.
  @inlinable
  public func withUnsafeCompactBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try withUnsafeBytes(of: compactWords, body)
  }

  /// r and s in memory order. A vector of four words has no padding, so two vectors have 64 bytes.
  @usableFromInline
  var compactWords: (r: SIMD4<UInt64>, s: SIMD4<UInt64>) { (r.bigEndian, s.bigEndian) }
}
