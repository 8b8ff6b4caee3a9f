package import DoorwardStore

/// Queries within a transaction of a database that understands SQL.
///
/// The extensions in `Rows` implement the contract of the store on it, for all such databases: each query has one text. The
/// text has the SQL that SQLite and PostgreSQL share. Parameters are `?1`, `?2` and so on. A text is a `StaticString`, a
/// literal in the program, so no input can become part of it.
package protocol SQLReading: StoreReading {
  /// Calls a body with each row until the body returns false.
  ///
  /// A query that does not need all rows has a `LIMIT`, because some databases send all rows.
  ///
  /// - Throws: ``StoreError``, or the error of the body.
  func visit(
    _ sql: StaticString, _ values: [SQLValue], _ body: (borrowing SQLRow) throws -> Bool
  ) throws

  /// Announces queries that follow. A database whose queries cost round trips can run them together.
  ///
  /// - Throws: ``StoreError``.
  func prefetch(_ queries: [PrefetchedQueries.Query]) throws
}

extension SQLReading {
  package func prefetch(_ queries: [PrefetchedQueries.Query]) {}

  /// The first row, decoded; nil if there is none.
  func first<Value>(
    _ sql: StaticString, _ values: [SQLValue], _ decode: (borrowing SQLRow) throws -> Value
  ) throws -> Value? {
    var first: Value?
    try visit(sql, values) { row in
      first = try decode(row)
      return false
    }
    return first
  }

  /// Every row, decoded, in the order of the result.
  func all<Value>(
    _ sql: StaticString, _ values: [SQLValue], _ decode: (borrowing SQLRow) throws -> Value
  ) throws -> [Value] {
    var decoded: [Value] = []
    try visit(sql, values) { row in
      decoded.append(try decode(row))
      return true
    }
    return decoded
  }
}

/// A parameter of a statement.
package enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// An integer, or NULL for nil.
  package init(_ integer: Int64?) { self = integer.map(Self.integer) ?? .null }

  /// Text, or NULL for nil.
  package init(_ text: String?) { self = text.map(Self.text) ?? .null }

  /// Bytes, or NULL for nil.
  package init(_ bytes: [UInt8]?) { self = bytes.map(Self.blob) ?? .null }
}
