import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// Several transactions that share one transaction of the database. A batch takes two round trips: for the results of all
/// queries, and for the commit.
///
/// All queries run before the first change, and the transactions are those of different users. So each has the result
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
    let prefetched = try writes.map { write in
      (write, try PrefetchedResults(write.prefetching, in: transaction))
    }
    var all: [(write: BatchedWrite, prefetched: PrefetchedResults, user: [UInt8]?, subject: [UInt8])] = []
    for (write, results) in prefetched {
      let user = try transaction.attempt { () throws(PostgreSQLError) in
        try results.userID(on: transaction.exchange)
      }
      all.append((write, results, user, write.subject))
    }
    // Batches that change rows of the same users change them in the same order, so that they do not block each other.
    all.sort { ($0.user ?? $0.subject).lexicographicallyPrecedes($1.user ?? $1.subject) }
    var subjects: Set<[UInt8]> = []
    var users: Set<[UInt8]> = []
    for (write, prefetched, user, subject) in all {
      guard subjects.insert(subject).inserted, user.map({ users.insert($0).inserted }) ?? true else {
        postponed.append(write)
        continue
      }
      let own = PostgreSQLTransaction(transaction, prefetched)
      started.append(Started(write: write, transaction: own, report: try write.runInBatch(own)))
      if let failure = transaction.failure { throw failure }
    }
  }
}
