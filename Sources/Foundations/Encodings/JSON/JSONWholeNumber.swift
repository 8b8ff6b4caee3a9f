extension JSONNumber {
  /// The value as a whole number, in any notation (`17`, `1.70e1`, `170e-1`); nil if it is not whole or does not
  /// fit.
  public var int64: Int64? {
    if let value = Int64(text) { return value }
    guard let (isNegative, magnitude) = whole else { return nil }
    guard isNegative else { return Int64(exactly: magnitude) }
    return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  /// The value as a whole number that is not negative; nil if it does not fit. See ``int64``.
  public var uint64: UInt64? {
    if let value = UInt64(text) { return value }
    guard let (isNegative, magnitude) = whole, !isNegative || magnitude == 0 else { return nil }
    return magnitude
  }

  /// Sign and magnitude; nil if the number is not whole or the magnitude does not fit.
  ///
  /// The computation is decimal, so a fraction is never rounded to a whole number. The cost of an exponent depends
  /// only on its number of digits.
  private var whole: (isNegative: Bool, magnitude: UInt64)? {
    var digits = DecimalDigits()
    var afterPoint = 0
    var hasPoint = false
    var exponent = 0
    var part = text.utf8[...]
    while let byte = part.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
      switch byte {
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte &- UInt8(ascii: "0"))
        if hasPoint { afterPoint += 1 }
      default: break
      }
    }
    // The rest is an exponent. Its value is capped far above the length of any text.
    for byte in part where byte >= UInt8(ascii: "0") && exponent < 1 << 56 {
      exponent = exponent * 10 + Int(byte &- UInt8(ascii: "0"))
    }
    if part.first == UInt8(ascii: "-") { exponent = -exponent }
    return digits.value(timesTenToThe: exponent - afterPoint).map {
      (isNegative: text.utf8.first == UInt8(ascii: "-"), magnitude: $0)
    }
  }
}

/// Accumulates the decimal digits of a whole number. Trailing zeros are counted separately.
private struct DecimalDigits {
  /// Nil after the value has become too large.
  private var significant: UInt64? = 0
  private var zeros = 0

  mutating func append(_ digit: UInt8) {
    if digit == 0 {
      // Leading zeros are ignored.
      if significant != 0 { zeros += 1 }
    } else {
      significant = shifted(by: zeros + 1).flatMap {
        let (sum, overflow) = $0.addingReportingOverflow(UInt64(digit))
        return overflow ? nil : sum
      }
      zeros = 0
    }
  }

  /// The number times a power of ten; nil if the result is not whole or too large.
  func value(timesTenToThe exponent: Int) -> UInt64? {
    if significant == 0 { return 0 }
    return shifted(by: exponent + zeros)
  }

  private func shifted(by places: Int) -> UInt64? {
    if significant == 0 { return 0 }
    // 64 bits have at most 20 digits. The last significant one is not zero, so a negative exponent leaves a fraction.
    guard var value = significant, (0...19).contains(places) else { return nil }
    for _ in 0..<places {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = product
    }
    return value
  }
}
