internal import Encodings
internal import Foundation

/// The JSON of a number or a truth value that Swift or Foundation holds.
///
/// A cast cannot tell them apart: `NSNumber(value: 1) as? Bool` is `true`, and on Linux every Swift number casts
/// to `NSNumber`. The type decides.
enum JSONScalar {
  /// The JSON of a value; nil for a value that is neither a number nor a truth value.
  ///
  /// - Returns: A number with every digit of the value.
  static func json(_ value: Any) -> JSONValue? {
    switch value {
    case let number as any FixedWidthInteger: return .number(JSONNumber(number))
    case let number as any BinaryFloatingPoint & CustomStringConvertible: return floating(number)
    default: break
    }
    if type(of: value) == Bool.self { return (value as? Bool).map(JSONValue.bool) }
    if type(of: value) == Decimal.self { return (value as? Decimal).flatMap { number($0.description) } }
    // What is left are objects of Foundation, which `JSONSerialization` makes of numbers and truth values.
    return (value as? NSNumber).flatMap(json)
  }

  /// The digits of a whole number that is not negative; nil for another value, and for a floating-point number
  /// beyond 2^53, which may have been rounded.
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

  /// Whole numbers are written without a fraction, as JavaScript does; negative zero keeps its sign.
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

  /// A number from its text; nil for infinity and for what is not a number.
  private static func number(_ text: String) -> JSONValue? { JSONNumber(text).map(JSONValue.number) }
}
