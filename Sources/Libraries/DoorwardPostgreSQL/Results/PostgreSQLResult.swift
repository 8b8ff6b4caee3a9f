internal import CDoorwardPQ

/// The result of a statement: its rows, or the number of rows that it has changed.
///
/// The conformance to `Sendable` is sound because no function here changes the `PGresult`, and libpq allows any number of
/// threads to read one (https://www.postgresql.org/docs/current/libpq-threading.html).
public final class PostgreSQLResult: @unchecked Sendable {
  let pointer: OpaquePointer
  /// The number of rows.
  public let count: Int

  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
    count = Int(PQntuples(pointer))
  }

  deinit { PQclear(pointer) }

  /// The number of rows that an `INSERT`, `UPDATE`, `DELETE` or `SELECT` has changed or found; 0 for other statements.
  public var affectedRows: Int {
    guard let text = PQcmdTuples(pointer) else { return 0 }
    return Int(String(cString: text)) ?? 0
  }

  /// A row.
  ///
  /// - Parameter index: from 0 to ``count`` - 1.
  /// - Returns: the row.
  public func row(_ index: Int) -> PostgreSQLRow {
    precondition((0..<count).contains(index), "there is no row \(index) in a result of \(count)")
    return PostgreSQLRow(result: self, index: Int32(index))
  }

  /// All rows, in their order.
  public var rows: [PostgreSQLRow] { (0..<count).map(row) }

  /// The first row; nil if there is none.
  public var first: PostgreSQLRow? { count > 0 ? row(0) : nil }
}

/// The state of the session's transaction, as the server has reported it at the end of the last batch.
public enum PostgreSQLTransactionStatus: Sendable, Equatable {
  /// No transaction is open.
  case idle
  /// Answers are still to be read.
  case active
  /// A transaction is open.
  case open
  /// A statement of the transaction has failed. The server accepts only its end.
  case failed
  /// The connection is lost.
  case unknown
}

/// A message of `NOTIFY`.
public struct PostgreSQLNotification: Sendable, Equatable {
  /// The name of the channel.
  public let channel: String
  /// The text of the message; empty if it has none.
  public let payload: String
  /// The number of the server's process that has sent it.
  public let sender: Int32
}
