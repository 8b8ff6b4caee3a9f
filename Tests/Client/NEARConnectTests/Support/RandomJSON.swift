import Encodings
import Sampling

extension JSONValue {
  /// A random value that `JSONSerialization` can represent, with numbers at the limits of their types.
  static func random(using source: inout SplitMix64, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &source) {
    case 0: return .null
    case 1: return .bool(.random(using: &source))
    case 2: return .integer(Int64(0b11 & source.next()))
    case 3: return .integer(UInt64.max >> UInt64.random(in: 0..<64, using: &source))
    case 4:
      let bits = Double(bitPattern: source.next())
      return JSONNumber(bits.isNormal ? bits : 0.5).map(JSONValue.number) ?? .null
    case 5: return .string(text(using: &source))
    case 6:
      return .array(
        (0..<Int.random(in: 0..<5, using: &source)).map { _ in random(using: &source, depth: depth - 1) })
    default:
      let names = (0..<Int.random(in: 0..<5, using: &source)).map { _ in text(using: &source) }
      return .object(JSONObject(names.map { ($0, random(using: &source, depth: depth - 1)) }))
    }
  }

  private static func text(using source: inout SplitMix64) -> String {
    let characters = Array("01ae\"\\/\u{0}\u{1f}\u{2028}é😀_{}[]")
    return String(
      (0..<Int.random(in: 0..<6, using: &source)).compactMap { _ in characters.randomElement(using: &source) }
    )
  }

  /// The value in the form in which an app writes it in Swift.
  var swiftValue: Any {
    switch self {
    case .null: Optional<Int>.none as Any
    case .bool(let value): value
    case .number(let number):
      if let whole = Int64(number.text) {
        whole
      } else if let whole = UInt64(number.text) {
        whole
      } else {
        number.double as Any
      }
    case .string(let text): text
    case .array(let elements): elements.map(\.swiftValue)
    case .object(let object): Dictionary(object.map { ($0.key, $0.value.swiftValue) }) { $1 }
    }
  }

  /// Whether all values are exactly equal and have the same JSON type. The notation of numbers may differ.
  func hasSameValues(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let some), .number(let other)):
      let areDigits = [some, other].allSatisfy { $0.text.allSatisfy { $0.isNumber || $0 == "-" } }
      return areDigits ? some == other : some.double == other.double
    case (.array(let some), .array(let other)):
      return some.count == other.count && zip(some, other).allSatisfy { $0.hasSameValues(as: $1) }
    case (.object(let some), .object(let other)):
      return some.count == other.count
        && some.allSatisfy { member in other[member.key].map { member.value.hasSameValues(as: $0) } ?? false }
    default: return self == other
    }
  }
}
