import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// Several transactions that share one transaction of the database, so that all of them together wait for it twice: for the
/// results of their queries, and for the commit.
///
/// Each sees the database as if it ran alone: all queries run before the first change, and no two of the transactions are about
/// the same user. If one of them fails, nothing is committed, and each runs alone.
struct WriteBatch {
  let writes: [BatchedWrite]

  /// Runs the transactions and reports their results.
  ///
  /// - Returns: whether a row was changed by their common commit.
  func run(on pooled: PooledConnection) -> Bool {
    guard writes.count > 1, let connection = try? pooled.ready() else {
      runAlone(writes, on: pooled)
      return false
    }
    let transaction = DatabaseTransaction(Exchange(connection, .snapshot))
    do {
      let (reports, others) = try runBodies(in: transaction)
      try transaction.commit()
      for report in reports { report() }
      runAlone(others, on: pooled)
      return transaction.hasChangedRows
    } catch {
      switch transaction.rollBack() {
      case .uncertain(let error)?: for write in writes { write.fail(error) }
      case .lostConnection?:
        pooled.discard()
        runAlone(writes, on: pooled)
      default: runAlone(writes, on: pooled)
      }
      return false
    }
  }

  private func runAlone(_ writes: [BatchedWrite], on pooled: PooledConnection) {
    for write in writes { write.runAlone(pooled) }
  }

  /// Runs the bodies of the transactions that do not depend on each other.
  ///
  /// - Returns: the reports of these, and the other transactions.
  /// - Throws: the first error after which the transaction of the database cannot be committed.
  private func runBodies(
    in transaction: DatabaseTransaction
  ) throws -> (reports: [BatchedWrite.Report], others: [BatchedWrite]) {
    let all = try writes.map { write in (write, try PrefetchedResults(write.queries, in: transaction)) }
    var reports: [BatchedWrite.Report] = []
    var others: [BatchedWrite] = []
    var subjects: [[SQLValue]] = []
    var users: Set<[UInt8]> = []
    for (write, prefetched) in all {
      let user = try transaction.attempt { () throws(PostgreSQLError) in
        try prefetched.userID(on: transaction.exchange)
      }
      guard !subjects.contains(write.queries.userValues), user.map({ users.insert($0).inserted }) ?? true
      else {
        others.append(write)
        continue
      }
      subjects.append(write.queries.userValues)
      reports.append(try write.run(PostgreSQLTransaction(transaction, prefetched)))
      if let failure = transaction.failure { throw failure }
    }
    return (reports, others)
  }
}
