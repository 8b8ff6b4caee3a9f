/// The answers that the server owes, in the order in which it sends them.
struct AwaitedAnswers {
  enum Part {
    /// A statement is prepared under a name, for the answer that follows.
    case preparation(name: String, answer: PostgreSQLAnswer)
    /// A statement that the caller did not ask for.
    case own
    /// A statement of the caller.
    case statement(PostgreSQLAnswer)
    /// The end of a batch. After an error, the server skips everything until here.
    case end
  }

  private var parts: [Part] = []
  /// The number of parts at the front that were answered. The array is emptied when all of them are.
  private var head = 0
  /// Whether parts were added after the last end of a batch.
  private(set) var hasOpenBatch = false

  var next: Part? { head < parts.count ? parts[head] : nil }

  var isEmpty: Bool { head == parts.count }

  mutating func append(_ part: Part) {
    parts.append(part)
    if case .end = part { hasOpenBatch = false } else { hasOpenBatch = true }
  }

  mutating func removeFirst() {
    head += 1
    guard head == parts.count else { return }
    parts.removeAll(keepingCapacity: true)
    head = 0
  }

  /// The connection has sent everything that was added.
  func noteSending() {
    for case .statement(let answer) in parts[head...] { answer.mayHaveBeenSent = true }
  }

  /// Gives every open answer an error and removes all parts.
  mutating func fail(_ error: (_ mayHaveBeenSent: Bool) -> PostgreSQLError) {
    for case .statement(let answer) in parts[head...] where answer.outcome == nil {
      answer.outcome = .failure(error(answer.mayHaveBeenSent))
    }
    self = AwaitedAnswers()
  }
}

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
