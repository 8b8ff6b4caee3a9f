internal import Encodings
internal import Foundation

/// Converts a number or a Boolean of Swift or Foundation to JSON.
///
/// A cast cannot distinguish them: `NSNumber(value: 1) as? Bool` is `true`, and on Linux every Swift number
/// casts to `NSNumber`. The dynamic type decides instead.
enum JSONScalar {
  /// Converts a value to JSON; nil if it is neither a number nor a Boolean. Numbers keep all their digits.
  static func json(_ value: Any) -> JSONValue? {
    switch value {
    case let number as any FixedWidthInteger: return .number(JSONNumber(number))
    case let number as any BinaryFloatingPoint & CustomStringConvertible: return floating(number)
    default: break
    }
    if type(of: value) == Bool.self { return (value as? Bool).map(JSONValue.bool) }
    if type(of: value) == Decimal.self { return (value as? Decimal).flatMap { number($0.description) } }
    // The remaining candidates are Foundation objects, which `JSONSerialization` creates for numbers and
    // Booleans.
    return (value as? NSNumber).flatMap(json)
  }

  /// The digits of a whole number that is not negative; nil for other values and for floating-point numbers
  /// beyond 2^53, which may be rounded.
  static func wholeDigits(_ value: Any) -> String? {
    guard let text = json(value)?.number?.text, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    guard isFloating(value) else { return text }
    return UInt64(text).flatMap { $0 <= JSONNumber.largestExactInteger ? text : nil }
  }

  private static func json(_ number: NSNumber) -> JSONValue? {
    if type(of: number) == type(of: NSNumber(value: true)) { return .bool(number.boolValue) }
    if let decimal = number as? NSDecimalNumber { return self.number(decimal.stringValue) }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"): return floating(number.floatValue)
    case UInt8(ascii: "d"): return floating(number.doubleValue)
    case UInt8(ascii: "C"), UInt8(ascii: "S"), UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "Q"):
      return .number(JSONNumber(number.uint64Value))
    default: return .number(JSONNumber(number.int64Value))
    }
  }

  /// Whole numbers are written without a fraction, as in JavaScript. Negative zero keeps its sign.
  private static func floating(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> JSONValue? {
    if let whole = Int64(exactly: value), whole != 0 || value.sign == .plus {
      return .number(JSONNumber(whole))
    }
    return number(value.description)
  }

  private static func isFloating(_ value: Any) -> Bool {
    if value is any FixedWidthInteger { return false }
    if value is any BinaryFloatingPoint { return true }
    guard type(of: value) != Decimal.self, let number = value as? NSNumber, !(number is NSDecimalNumber)
    else {
      return false
    }
    return [UInt8(ascii: "f"), UInt8(ascii: "d")].contains(UInt8(bitPattern: number.objCType.pointee))
  }

  /// Creates a number from its text; nil for infinity and NaN.
  private static func number(_ text: String) -> JSONValue? { JSONNumber(text).map(JSONValue.number) }
}
