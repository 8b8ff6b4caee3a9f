/// The answer to a statement that was queued. It arrives when the connection reads it.
///
/// An answer that its caller does not keep is read and dropped.
public final class PostgreSQLAnswer {
  /// The answer, once it was read: the result, or the error of this statement.
  public internal(set) var outcome: Result<PostgreSQLResult, PostgreSQLError>?
  /// Whether the statement may have left this process.
  var mayHaveBeenSent = false

  init() {}
}
