/// Floating-point numbers of 16 bits (IEEE 754 binary16). `Float16` does not exist on every platform.
enum CBORHalf {
  /// The value of a half.
  static func double(_ half: UInt16) -> Double {
    let sign: UInt64 = half & 0x8000 == 0 ? 0 : 1 << 63
    let exponent = UInt64(half >> 10 & 0x1f)
    let fraction = UInt64(half & 0x3ff)
    switch exponent {
    case 0:
      let magnitude = Double(fraction) * 0x1p-24
      return Double(bitPattern: magnitude.bitPattern | sign)
    case 31: return Double(bitPattern: sign | 0x7ff << 52 | fraction << 42)
    default: return Double(bitPattern: sign | (exponent + 1008) << 52 | fraction << 42)
    }
  }

  /// The half of exactly this value; nil if there is none. Every NaN has the half of the quiet NaN.
  static func half(_ value: Double) -> UInt16? {
    if value.isNaN { return 0x7e00 }
    let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
    if value.isInfinite { return sign | 0x7c00 }
    let magnitude = value.magnitude
    if magnitude < 0x1p-14 {
      let fraction = magnitude * 0x1p24
      guard let digits = UInt16(exactly: fraction) else { return nil }
      return sign | digits
    }
    let bits = magnitude.bitPattern
    let exponent = Int(bits >> 52) - 1008
    guard exponent >= 1, exponent <= 30, bits & 0x3ff_ffff_ffff == 0 else { return nil }
    return sign | UInt16(exponent) << 10 | UInt16(truncatingIfNeeded: bits >> 42 & 0x3ff)
  }
}
