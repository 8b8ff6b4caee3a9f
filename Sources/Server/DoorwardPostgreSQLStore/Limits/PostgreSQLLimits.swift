import DoorwardPostgreSQL
import DoorwardStore
import DoorwardSystem

/// The rate limits that the processes of a database share, in a table that is not logged: a request costs no wait for the disk,
/// and a crash of the database forgets all of them.
///
/// The algorithm is that of the limits in memory, the generic cell rate algorithm. Its time is that of the database, because
/// the clocks of the processes may differ. Times are in microseconds.
final class PostgreSQLLimits: SharedLimits {
  /// After so many rows may have been added, twice as many obsolete rows are removed.
  private static let batch = 256

  private let pool: ConnectionPool
  private let addedRows = Monitor(0)

  init(_ pool: ConnectionPool) { self.pool = pool }

  func count(_ subjects: [LimitedSubject]) async throws -> [LimitState] {
    let removes = addedRows.withLock { addedRows in
      addedRows += subjects.count
      guard addedRows >= Self.batch else { return false }
      addedRows = 0
      return true
    }
    return try await pool.run { pooled in
      let connection = try pooled.ready()
      let answers = try subjects.map { try Self.queueAct(of: $0, on: connection) }
      if removes { try Self.queueRemoval(on: connection) }
      let states = try answers.map { answer in
        let row = try connection.result(of: answer).row(0)
        return LimitState(
          isAdmitted: try row.integer(0) != 0, backlog: .microseconds(max(0, try row.integer(1))))
      }
      guard states.contains(where: { !$0.isAdmitted }) else { return states }
      return try Self.giveBack(zip(subjects, states), on: connection)
    }
  }

  /// Undoes the counts of a request that one of its subjects refuses.
  private static func giveBack(
    _ counts: some Sequence<(LimitedSubject, LimitState)>, on connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> [LimitState] {
    var states: [LimitState] = []
    for (subject, state) in counts {
      guard state.isAdmitted else {
        states.append(state)
        continue
      }
      try connection.queue(
        "UPDATE request_limits SET expected_at = expected_at - ?2 WHERE subject = ?1",
        [.blob(subject.bytes), .integer(subject.interval.microseconds)])
      states.append(LimitState(isAdmitted: true, backlog: max(.zero, state.backlog - subject.interval)))
    }
    try connection.settle()
    return states
  }

  /// The row keeps whether its last request was admitted, because `RETURNING` does not see the row before the change.
  ///
  /// If the clock of the database was set back, or if the window is shorter than before, the expected time is too late. A
  /// refused request corrects it, so that a client waits for no longer than the window.
  private static func queueAct(
    of subject: LimitedSubject, on connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> PostgreSQLAnswer {
    try connection.queue(
      """
      INSERT INTO request_limits AS kept (subject, is_admitted, expected_at)
      VALUES (?1, 1, CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS BIGINT) + ?2)
      ON CONFLICT (subject) DO UPDATE SET
        is_admitted = CASE WHEN kept.expected_at <= excluded.expected_at - 2 * ?2 + ?3 THEN 1 ELSE 0 END,
        expected_at = CASE WHEN kept.expected_at <= excluded.expected_at - 2 * ?2 + ?3
          THEN greatest(kept.expected_at + ?2, excluded.expected_at)
          ELSE least(kept.expected_at, excluded.expected_at - ?2 + ?3) END
      RETURNING is_admitted,
        expected_at - CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS BIGINT)
      """,
      [
        .blob(subject.bytes), .integer(subject.interval.microseconds),
        .integer(subject.window.microseconds),
      ])
  }

  /// A row that another request has locked stays.
  private static func queueRemoval(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    try connection.queue(
      """
      DELETE FROM request_limits WHERE subject IN (
        SELECT subject FROM request_limits
        WHERE expected_at < CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS BIGINT)
        ORDER BY expected_at LIMIT ?1 FOR UPDATE SKIP LOCKED)
      """, [.integer(Int64(2 * batch))])
  }
}

extension Duration {
  fileprivate var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
