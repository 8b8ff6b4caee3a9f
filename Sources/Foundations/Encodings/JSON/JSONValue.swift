#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One JSON value (RFC 8259 §3).
///
/// Equality is exact. Strings and member names are compared by code points, as RFC 8259 §8.3 recommends, and not by
/// Unicode equivalence. Numbers are compared by their text. The order of an object's members is ignored.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with its original text.
  case number(JSONNumber)
  /// A string, unescaped.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, with the members in their original order.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value; nil for another kind of value.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number; nil for another kind of value.
  public var number: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as a 64-bit whole number; nil if it is not whole or does not fit.
  public var int64: Int64? { number?.int64 }

  /// The number as an unsigned 64-bit whole number; nil if it is not whole, is negative, or does not fit.
  public var uint64: UInt64? { number?.uint64 }

  /// The nearest binary floating-point number; nil if this is not a number in its range.
  public var double: Double? { number?.double }

  /// The string; nil for another kind of value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of the array; nil for another kind of value.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object; nil for another kind of value.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member of this name; nil if this is not an object or has no such member.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element at this index; nil if this is not an array or is too short.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The kind of this value, in words for an error message.
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
  // The compiler would inline the recursion into itself.
  @inline(never) public static func == (lhs: Self, rhs: Self) -> Bool {
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

extension JSONValue {
  /// A string, or null if the value is nil.
  package static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  /// A time in RFC 3339 form, or null if the value is nil.
  package static func time(_ value: Date?) -> JSONValue {
    value.map { .string(Timestamp($0).rfc3339) } ?? .null
  }
}
