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
}
