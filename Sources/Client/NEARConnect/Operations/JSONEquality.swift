internal import Encodings

extension JSONNumber {
  /// 2^53: JavaScript represents every whole number up to this limit exactly.
  static let largestExactInteger: UInt64 = 1 << 53

  /// The value of a number, independent of its notation. Two numbers are equal if these values are equal.
  struct Value: Hashable {
    let isNegative: Bool
    /// The digits without zeros at either end.
    let digits: [UInt8]
    /// The power of ten that the digits are multiplied by.
    let exponent: Int
  }

  /// The value; nil if the exponent is too large to compare.
  var value: Value? {
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    var exponent = 0
    if parts.count == 2 {
      guard let written = Int(parts[1]), written.magnitude < 1 << 32 else { return nil }
      exponent = written
    }
    let mantissa = parts[0].utf8
    if let point = mantissa.firstIndex(of: UInt8(ascii: ".")) {
      exponent -= mantissa.distance(from: point, to: mantissa.endIndex) - 1
    }
    let zero = UInt8(ascii: "0")
    var digits = mantissa.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
    while digits.last == zero {
      digits.removeLast()
      exponent += 1
    }
    digits.removeFirst(digits.prefix { $0 == zero }.count)
    return Value(
      isNegative: text.utf8.first == UInt8(ascii: "-"), digits: digits,
      exponent: digits.isEmpty ? 0 : exponent)
  }
}

extension JSONValue {
  /// Whether both values are equal, independent of the notation of numbers.
  func isSameData(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let some), .number(let other)):
      return some == other || (some.value != nil && some.value == other.value)
    case (.array(let some), .array(let other)):
      return some.count == other.count && zip(some, other).allSatisfy { $0.isSameData(as: $1) }
    case (.object(let some), .object(let other)):
      return some.count == other.count
        && some.allSatisfy { member in other[member.key].map { member.value.isSameData(as: $0) } ?? false }
    default: return self == other
    }
  }

  /// Whether JavaScript parses this value and serializes it again without a change.
  var isExactInJavaScript: Bool {
    switch self {
    case .number(let number): return number.isExactInJavaScript
    case .array(let elements): return elements.allSatisfy(\.isExactInJavaScript)
    case .object(let object):
      // In JavaScript, an assignment to this member sets the prototype of the object instead of adding a member.
      return object.allSatisfy { $0.key != "__proto__" && $0.value.isExactInJavaScript }
    default: return true
    }
  }
}

extension JSONNumber {
  fileprivate var isExactInJavaScript: Bool {
    if let whole = Int64(text) {
      return whole.magnitude <= Self.largestExactInteger && String(whole) == text
    }
    // JavaScript would write a whole number without its fraction or exponent.
    guard let double, double.rounded() != double else { return false }
    return JSONNumber(double)?.value == value
  }
}
