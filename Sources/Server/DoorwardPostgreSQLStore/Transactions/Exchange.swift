import DoorwardPostgreSQL

/// The statements of one transaction on a connection.
///
/// The transaction begins with the first statement, in the same round trip. A statement whose result is not needed yet is
/// queued. Its failure appears at the next result, or at the end. Each function throws the error of the first statement that
/// has failed.
final class Exchange {
  let connection: PostgreSQLConnection
  private let isolation: Isolation
  private(set) var hasBegun = false
  /// Whether the end was queued.
  private(set) var hasEnded = false
  /// Whether the server may have committed.
  private(set) var mayHaveCommitted = false
  /// The answers that have not been looked at.
  private var unchecked: [PostgreSQLAnswer] = []
  /// The most statements that are queued without a look at their results.
  private static let limit = 256

  /// `connection` is a connection without a transaction.
  init(_ connection: PostgreSQLConnection, _ isolation: Isolation) {
    self.connection = connection
    self.isolation = isolation
  }

  /// Queues a statement.
  ///
  /// `mustAffectOneRow` says whether the statement must fail unless it changes, or finds, exactly one row.
  ///
  /// - Throws: the error of an earlier statement, if many are queued; otherwise that of a lost connection.
  func queue(
    _ sql: StaticString, _ values: [PostgreSQLValue], mustAffectOneRow: Bool = false
  ) throws(PostgreSQLError) {
    if unchecked.count >= Self.limit { try check() }
    try start()
    unchecked.append(try connection.queue(sql, values, mustAffectOneRow: mustAffectOneRow))
  }

  /// Queues a query whose result may be needed later.
  ///
  /// `values` is its parameters, without the first one if that is selected. `selection` is a query that selects the
  /// first parameter; nil if there is none.
  ///
  /// - Returns: the answer, for ``result(of:)``.
  /// - Throws: the error of a lost connection.
  func queueQuery(
    _ sql: StaticString, _ values: [PostgreSQLValue],
    selecting selection: (sql: StaticString, values: [PostgreSQLValue])? = nil
  ) throws(PostgreSQLError) -> PostgreSQLAnswer {
    try start()
    let answer =
      if let selection {
        try connection.queue(sql, selecting: selection, values)
      } else {
        try connection.queue(sql, values)
      }
    unchecked.append(answer)
    return answer
  }

  /// The result of a query that was queued. Waits for all queued statements if it has not arrived.
  func result(of answer: PostgreSQLAnswer) throws(PostgreSQLError) -> PostgreSQLResult {
    if answer.outcome == nil { try check() }
    return try connection.result(of: answer)
  }

  /// Runs a statement and waits for its result.
  func result(_ sql: StaticString, _ values: [PostgreSQLValue]) throws(PostgreSQLError) -> PostgreSQLResult {
    try result(of: queueQuery(sql, values))
  }

  /// Waits for the results of all queued statements.
  func check() throws(PostgreSQLError) {
    guard let last = unchecked.last else { return }
    defer { unchecked.removeAll(keepingCapacity: true) }
    // The error of the last one may be that it was skipped.
    _ = try? connection.result(of: last)
    do throws(PostgreSQLError) {
      for answer in unchecked { _ = try connection.result(of: answer) }
    } catch {
      // The server skips everything after a failed statement, so also an end that follows it.
      hasEnded = false
      throw error
    }
  }

  /// Whether a queued statement may have failed.
  var isUnchecked: Bool { !unchecked.isEmpty }

  /// Commits and waits. Nothing is committed if a queued statement has failed.
  func commit() throws(PostgreSQLError) {
    guard hasBegun else { return }
    let commit = try connection.queue("COMMIT")
    mayHaveCommitted = true
    _ = try? connection.result(of: commit)
    do throws(PostgreSQLError) {
      try check()
    } catch {
      // The server answers in order. If it refuses an earlier statement, also because it shuts down, it has not come to the
      // commit. A broken connection, and an error of a pooler, say nothing about that.
      if error.code == .shuttingDown || !error.leavesCommitUnknown { mayHaveCommitted = false }
      throw error
    }
    _ = try connection.result(of: commit)
  }

  /// Ends a transaction that has changed nothing, or whose changes are not wanted, and does not wait.
  ///
  /// - Parameter end: `COMMIT` or `ROLLBACK`.
  func leave(_ end: StaticString) {
    guard hasBegun, !hasEnded, connection.isUsable else { return }
    do {
      try connection.queue(end)
      try connection.send()
    } catch {
      // The connection is lost, and the server rolls back.
    }
  }

  /// Queues the end of a transaction that changes nothing. Only statements that were queued before belong to it.
  func queueEnd(_ end: StaticString) throws(PostgreSQLError) {
    guard hasBegun else { return }
    hasEnded = true
    try connection.queue(end)
  }

  private func start() throws(PostgreSQLError) {
    guard !hasBegun else { return }
    hasBegun = true
    unchecked.append(try connection.queue(isolation.begin))
    guard connection.settings.pooler == .transaction else { return }
    // The session of the server belongs to this transaction alone, so its settings are those of the transaction.
    for (name, value) in SessionSettings.all(connection.settings) {
      unchecked.append(
        try connection.queue("SELECT set_config(?1, ?2, true)", [.text(name), .text(value)]))
    }
  }
}
