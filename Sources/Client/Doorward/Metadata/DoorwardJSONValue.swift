package import Encodings

/// A value in a ``DoorwardJSON``.
public enum DoorwardJSONValue: Sendable, Hashable {
  /// Null.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A whole number of up to 64 bits.
  case integer(Int64)
  /// Any other number. An infinity or NaN is refused as ``DoorwardError/Code/malformedMetadata`` when it is sent, because JSON
  /// has neither.
  case number(Double)
  /// A text.
  case string(String)
  /// An array.
  case array([DoorwardJSONValue])
  /// An object.
  case object(DoorwardJSON)
}

extension DoorwardJSONValue {
  package init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number):
      // JSON has numbers that no type holds, such as 1e400. No server answers one.
      self = number.int64.map { .integer($0) } ?? .number(Double(number.text) ?? .infinity)
    case .string(let text): self = .string(text)
    case .array(let values): self = .array(values.map { Self($0) })
    case .object(let object): self = .object(DoorwardJSON(object))
    }
  }

  package var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .integer(let number): .integer(number)
    // JSON has no infinity and no NaN. A number out of range stays in the object and is refused before the object is sent.
    case .number(let number):
      (JSONNumber(number) ?? JSONNumber(number < 0 ? "-1e999" : "1e999")).map { .number($0) } ?? .null
    case .string(let text): .string(text)
    case .array(let values): .array(values.map(\.json))
    case .object(let object): .object(object.object)
    }
  }

  /// The text; nil for any other value.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The Boolean; nil for any other value.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The whole number; nil for any other value.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The number; nil for any other value.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
  /// The array; nil for any other value.
  public var array: [Self]? { if case .array(let values) = self { values } else { nil } }
  /// The object; nil for any other value.
  public var object: DoorwardJSON? { if case .object(let object) = self { object } else { nil } }

  /// A member of an object; nil for any other value.
  public subscript(key: String) -> Self? { object?[key] }
  /// An element of an array; nil for any other value.
  public subscript(index: Int) -> Self? {
    guard let array, array.indices.contains(index) else { return Optional.none }
    return array[index]
  }
}

extension DoorwardJSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(arrayLiteral elements: Self...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, Self)...) {
    self = .object(DoorwardJSON(JSONObject(elements.map { ($0, $1.json) })))
  }
  public init(nilLiteral: ()) { self = .null }
}
