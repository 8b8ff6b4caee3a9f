import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// Several transactions that share one transaction of the database. A batch takes two round trips: for the results of all
/// queries, and for the commit.
///
/// All queries run before the first change, and the transactions sign in or refresh different users. So each has the result
/// that it would have alone. (A sign-in that replaces a session of another user, whose own sign-in is in the batch, counts as
/// later than that.) If one of them fails, nothing is committed.
struct WriteBatch {
  /// The results of a batch.
  struct Outcome {
    /// Whether a row was changed.
    var hasChangedRows = false
    /// The transactions that must run alone. The results of all others have been reported.
    var rest: [BatchedWrite]
  }

  private struct Started {
    let write: BatchedWrite
    let transaction: PostgreSQLTransaction
    let report: BatchedWrite.Report
  }

  let writes: [BatchedWrite]

  /// Runs the transactions.
  func run(on pooled: PooledConnection) -> Outcome {
    guard let connection = try? pooled.ready() else { return Outcome(rest: writes) }
    let transaction = DatabaseTransaction(Exchange(connection, .snapshot))
    var started: [Started] = []
    var postponed: [BatchedWrite] = []
    do {
      try runBodies(in: transaction, &started, &postponed)
      try transaction.commit()
      for started in started { started.report() }
      return Outcome(hasChangedRows: transaction.hasChangedRows, rest: postponed)
    } catch {
      switch transaction.rollBack() {
      case .uncertain(let error)?:
        for started in started where started.transaction.hasChanged { started.write.fail(error) }
        // A transaction that has changed nothing can run again.
        return Outcome(rest: started.filter { !$0.transaction.hasChanged }.map(\.write) + postponed)
      case .lostConnection?: pooled.discard()
      default: break
      }
      return Outcome(rest: writes)
    }
  }

  /// Runs the bodies of the transactions of different users.
  ///
  /// - Parameters:
  ///   - transaction: the transaction that they share.
  ///   - started: gets the transactions whose bodies have run.
  ///   - postponed: gets the transactions of a user who has another one in the batch.
  /// - Throws: the first error after which the transaction of the database cannot be committed.
  private func runBodies(
    in transaction: DatabaseTransaction, _ started: inout [Started], _ postponed: inout [BatchedWrite]
  ) throws {
    let all = try writes.map { write in (write, try PrefetchedResults(write.queries, in: transaction)) }
    var subjects: [[SQLValue]] = []
    var users: Set<[UInt8]> = []
    for (write, prefetched) in all {
      let user = try transaction.attempt { () throws(PostgreSQLError) in
        try prefetched.userID(on: transaction.exchange)
      }
      guard !subjects.contains(write.queries.userValues), user.map({ users.insert($0).inserted }) ?? true
      else {
        postponed.append(write)
        continue
      }
      subjects.append(write.queries.userValues)
      let own = PostgreSQLTransaction(transaction, prefetched)
      started.append(Started(write: write, transaction: own, report: try write.runInBatch(own)))
      if let failure = transaction.failure { throw failure }
    }
  }
}
