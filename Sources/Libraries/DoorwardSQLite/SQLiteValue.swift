/// A value bound to a statement.
public enum SQLiteValue: Sendable, Equatable {
  /// NULL.
  case null
  /// An integer of up to eight bytes.
  case integer(Int64)
  /// Text, stored as UTF-8. It may contain NUL characters.
  case text(String)
  /// Bytes as they are.
  case blob([UInt8])

  /// An integer, or NULL for nil.
  public init(_ integer: Int64?) { self = integer.map(Self.integer) ?? .null }

  /// Text, or NULL for nil.
  public init(_ text: String?) { self = text.map(Self.text) ?? .null }

  /// Bytes, or NULL for nil.
  public init(_ bytes: [UInt8]?) { self = bytes.map(Self.blob) ?? .null }
}
