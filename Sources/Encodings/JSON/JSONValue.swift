/// One JSON value (RFC 8259 §3).
///
/// Equality is exact: strings and member names are compared by their code points, as RFC 8259 §8.3
/// recommends, never by Unicode equivalence, and numbers by how they are written.
/// The order of an object's members does not count.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, kept as it was written.
  case number(JSONNumber)
  /// A string, unescaped.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, its members in the order they were written.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value, when this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, when this is one.
  public var number: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as a whole number, when this is one that is whole and fits.
  public var int64: Int64? { number?.int64 }

  /// The number as a whole number, when this is one that is whole, not negative, and fits.
  public var uint64: UInt64? { number?.uint64 }

  /// The nearest binary floating-point number, when this is a number within its range.
  public var double: Double? { number?.double }

  /// The string, when this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, when this is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, when this is one.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member with this name, when this is an object that has it.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element at this place, when this is an array that long.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// What kind of value this is, in words for an error message.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): JSONKey(a) == JSONKey(b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(JSONKey(value))
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}
