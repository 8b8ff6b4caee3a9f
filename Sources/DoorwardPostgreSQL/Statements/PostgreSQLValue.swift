/// A value bound to a statement. The server derives the type of a NULL or a text from the statement, so a statement must say
/// it if the type is open: `CAST(?1 AS BIGINT) IS NULL`.
public enum PostgreSQLValue: Sendable, Equatable {
  /// NULL of any type.
  case null
  /// A `BIGINT`.
  case integer(Int64)
  /// A `TEXT`. PostgreSQL refuses texts with NUL characters.
  case text(String)
  /// A `BYTEA`.
  case blob([UInt8])
  /// A `BOOLEAN`.
  case boolean(Bool)

  /// An integer, or NULL for nil.
  public init(_ integer: Int64?) { self = integer.map(Self.integer) ?? .null }

  /// Text, or NULL for nil.
  public init(_ text: String?) { self = text.map(Self.text) ?? .null }

  /// Bytes, or NULL for nil.
  public init(_ bytes: [UInt8]?) { self = bytes.map(Self.blob) ?? .null }
}
