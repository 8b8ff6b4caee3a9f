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
