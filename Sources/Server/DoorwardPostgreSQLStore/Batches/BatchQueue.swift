import DoorwardSQLRows
import DoorwardStore
import DoorwardSystem

/// Transactions that wait for a thread that runs several of them together.
///
/// A quarter of the connections run batches. Transactions that arrive meanwhile form the next batch. A transaction that arrives
/// alone does not wait.
final class BatchQueue: Sendable {
  private struct State: Sendable {
    var waiting = JobQueue<BatchedWrite>()
    /// The number of jobs in the pool that run batches: at least one while a transaction waits.
    var jobs = 0
  }

  /// The most transactions of a batch. If a batch fails, each of them runs again.
  private static let batchLimit = 16

  private let pool: ConnectionPool
  private let queueLimit: Int
  private let jobLimit: Int
  private let lastCommit: LastCommit
  private let state = Monitor(State())

  /// `options` is the number of connections, and of transactions that may wait. `lastCommit` records the time of each
  /// commit.
  init(_ pool: ConnectionPool, options: PostgreSQLStoreOptions, lastCommit: LastCommit) {
    self.pool = pool
    queueLimit = options.queueLimit
    jobLimit = max(1, options.connections / 4)
    self.lastCommit = lastCommit
  }

  /// The number of transactions that wait.
  var count: Int { state.withLock { $0.waiting.count } }

  /// Queues a transaction, which reports its result.
  func submit(_ write: BatchedWrite) {
    let (isAccepted, needsJob) = state.withLock { state in
      guard state.waiting.count < queueLimit else { return (false, false) }
      state.waiting.append(write)
      guard state.jobs < jobLimit else { return (true, false) }
      state.jobs += 1
      return (true, true)
    }
    guard isAccepted else { return write.fail(StoreError(WorkerLaneError.full(limit: queueLimit))) }
    guard needsJob else { return }
    do throws(WorkerLaneError) {
      try pool.submit { [self] pooled in work(on: pooled) }
    } catch {
      let refused = state.withLock { state in
        state.jobs -= 1
        return state.jobs == 0 ? Array(state.waiting.takeAll()) : []
      }
      for write in refused { write.fail(StoreError(error)) }
    }
  }

  /// Runs a batch. Another job runs the next one, so that other calls of the store get their turn. If the pool accepts no job,
  /// because it closes or is full, this job runs that batch too.
  private func work(on pooled: PooledConnection) {
    repeat {
      run(nextBatch(), on: pooled)
    } while continues() && (try? pool.submit { [self] pooled in work(on: pooled) }) == nil
  }

  /// Whether transactions wait. If not, the job has ended.
  private func continues() -> Bool {
    state.withLock { state in
      if state.waiting.isEmpty { state.jobs -= 1 }
      return !state.waiting.isEmpty
    }
  }

  private func nextBatch() -> [BatchedWrite] {
    state.withLock { state in
      var batch: [BatchedWrite] = []
      while batch.count < Self.batchLimit, let write = state.waiting.take() { batch.append(write) }
      return batch
    }
  }

  private func run(_ batch: [BatchedWrite], on pooled: PooledConnection) {
    guard batch.count > 1 else {
      for write in batch { write.runAlone(pooled) }
      return
    }
    let start = pooled.jobStart
    for late in batch where late.deadline <= start { late.fail(ConnectionPool.waitedTooLong) }
    let outcome = WriteBatch(writes: batch.filter { $0.deadline > start }).run(on: pooled)
    if outcome.hasChangedRows { lastCommit.note() }
    // As jobs of their own, so that a transaction that waits for a lock does not delay those of other users.
    for write in outcome.rest where (try? pool.submit { write.runAlone($0) }) == nil {
      write.runAlone(pooled)
    }
  }
}
