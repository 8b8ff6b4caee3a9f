/// The conversion of an ECDSA signature on any curve to the format of OpenSSL.
enum ECDSASignature {
  /// The DER form of r‖s; nil unless each of the two has the length of a coordinate, which is at most 66 bytes.
  static func der(fromRaw raw: [UInt8], coordinateLength length: Int) -> [UInt8]? {
    guard raw.count == 2 * length, length <= 66 else { return nil }
    var integers: [UInt8] = []
    integers.reserveCapacity(raw.count + 9)
    appendInteger(raw[..<length], to: &integers)
    appendInteger(raw[length...], to: &integers)
    // X.690 §8.1.3: a length of 128 or more has a byte that counts its bytes. P-521 needs it.
    let header: [UInt8] = integers.count < 128 ? [0x30] : [0x30, 0x81]
    return header + [UInt8(integers.count)] + integers
  }

  /// DER integers are minimal, and a leading bit of 1 makes an integer negative (X.690 §8.3).
  private static func appendInteger(_ bytes: ArraySlice<UInt8>, to body: inout [UInt8]) {
    var digits = bytes.drop { $0 == 0 }
    if digits.isEmpty { digits = bytes.suffix(1) }
    let padded = digits[digits.startIndex] >= 0x80
    body.append(0x02)
    body.append(UInt8(digits.count + (padded ? 1 : 0)))
    if padded { body.append(0) }
    body.append(contentsOf: digits)
  }
}

/// The two formats of an ECDSA signature on P-256.
///
/// JOSE, WebCrypto and COSE use r and s side by side, 32 bytes each (RFC 7518 §3.4). OpenSSL and X.509 use a DER
/// sequence of two integers (RFC 3279 §2.2.3).
public enum P256Signature {
  /// The DER form of r‖s; nil unless the signature has exactly 64 bytes.
  public static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
    ECDSASignature.der(fromRaw: raw, coordinateLength: 32)
  }

  /// The r‖s form of a DER signature. Nil unless the bytes are the strict DER form of two non-negative integers that
  /// fit in 32 bytes.
  public static func raw(fromDER der: [UInt8]) -> [UInt8]? { der.withUnsafeBufferPointer(raw(fromDER:)) }

  static func raw(fromDER der: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard der.count >= 8, der.count <= 72, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
    var rest = der[2...]
    var raw: [UInt8] = []
    raw.reserveCapacity(64)
    guard takeInteger(&rest, &raw), takeInteger(&rest, &raw), rest.isEmpty else { return nil }
    return raw
  }

  /// Moves one integer to the end of `raw`, with 32 bytes.
  private static func takeInteger(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>, _ raw: inout [UInt8])
    -> Bool
  {
    guard rest.popFirst() == 0x02, let length = rest.popFirst(), (1...33).contains(length),
      rest.count >= Int(length)
    else { return false }
    var digits = rest.prefix(Int(length))
    rest = rest.dropFirst(Int(length))
    guard let first = digits.first, first < 0x80 else { return false }
    if first == 0, digits.count > 1 {
      digits = digits.dropFirst()
      guard let second = digits.first, second >= 0x80 else { return false }
    }
    guard digits.count <= 32 else { return false }
    for _ in digits.count..<32 { raw.append(0) }
    for digit in digits { raw.append(digit) }
    return true
  }
}
