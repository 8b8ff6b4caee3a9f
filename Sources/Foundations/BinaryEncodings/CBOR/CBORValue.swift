/// One CBOR data item (RFC 8949 §2).
public enum CBORValue: Sendable, Hashable {
  /// An unsigned integer (major type 0).
  case unsigned(UInt64)
  /// A negative integer (major type 1), as the number n of -1 - n, because -2^64 does not fit into 64 bits.
  case negative(UInt64)
  /// A byte string.
  case bytes([UInt8])
  /// A text string, which is valid UTF-8.
  case text(String)
  /// An array.
  case array([CBORValue])
  /// A map. Each key occurs once.
  case map(CBORMap)
  /// A tagged item.
  indirect case tagged(UInt64, CBORValue)
  /// `false` or `true`.
  case bool(Bool)
  /// `null`.
  case null
  /// `undefined`.
  case undefined
  /// Another simple value: 0 to 19, or 32 to 255.
  case simple(UInt8)
  /// A floating-point number of any width.
  case float(Double)
}

extension CBORValue {
  /// An integer of either sign.
  public static func integer(_ value: Int64) -> CBORValue {
    value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
  }

  /// The integer; nil for another kind of item, and for an integer that does not fit.
  public var int64: Int64? {
    switch self {
    case .unsigned(let number): Int64(exactly: number)
    case .negative(let number): Int64(exactly: number).map { -1 - $0 }
    default: nil
    }
  }

  /// The byte string; nil for another kind of item.
  public var bytes: [UInt8]? {
    if case .bytes(let value) = self { value } else { nil }
  }

  /// The text string; nil for another kind of item.
  public var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The truth value; nil for another kind of item.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of the array; nil for another kind of item.
  public var array: [CBORValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The map; nil for another kind of item.
  public var map: CBORMap? {
    if case .map(let value) = self { value } else { nil }
  }
}

extension CBORValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension CBORValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) { self = .map(CBORMap(elements)) }
}
