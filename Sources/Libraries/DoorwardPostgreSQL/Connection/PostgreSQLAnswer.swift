/// The answer to a statement that was queued. It arrives when the connection reads it.
///
/// An answer that its caller does not keep is read and dropped.
public final class PostgreSQLAnswer {
  /// The answer, once it was read: the result, or the error of this statement.
  public internal(set) var outcome: Result<PostgreSQLResult, PostgreSQLError>?
  /// Whether the statement may have left this process.
  var mayHaveBeenSent = false

  /// The error of the statement's preparation. The server then skips the statement itself.
  var preparationError: PostgreSQLError?
  private let mustAffectOneRow: Bool

  init(mustAffectOneRow: Bool) { self.mustAffectOneRow = mustAffectOneRow }

  func receive(_ outcome: Result<PostgreSQLResult, PostgreSQLError>) {
    if let preparationError {
      self.outcome = .failure(preparationError)
      return
    }
    self.outcome = outcome
    if mustAffectOneRow, case .failure(let error) = outcome, error.sqlState == "22012" {
      self.outcome = .failure(
        PostgreSQLError(
          .rowCount, "the statement did not find or change exactly one row", sqlState: error.sqlState))
    }
  }
}
