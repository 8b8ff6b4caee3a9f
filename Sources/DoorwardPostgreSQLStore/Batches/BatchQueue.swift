import DoorwardSQLRows
import DoorwardStore
import DoorwardThreads
import DoorwardWorkers

/// Transactions that wait for a thread that runs several of them together.
///
/// Few threads do that at a time. While they run some transactions, others arrive, which the next batch has together. A
/// transaction that arrives alone does not wait.
final class BatchQueue: Sendable {
  private struct State: Sendable {
    var waiting = JobQueue<WaitingWrite>()
    /// The number of jobs in the pool that run batches. There are some while transactions wait.
    var jobs = 0
  }

  private struct WaitingWrite: Sendable {
    let write: BatchedWrite
    let latest: MonotonicTime
  }

  /// The most transactions of a batch. If a batch fails, each of them runs again.
  private static let batch = 16

  private let pool: ConnectionPool
  private let limit: Int
  private let mostJobs: Int
  private let patience: Duration
  private let lastCommit: LastCommit
  private let state = Monitor(State())

  /// - Parameters:
  ///   - pool: the connections.
  ///   - options: the number of waiting transactions, and the time for which they wait.
  ///   - lastCommit: is told of commits.
  init(_ pool: ConnectionPool, _ options: PostgreSQLStoreOptions, _ lastCommit: LastCommit) {
    self.pool = pool
    limit = options.queueLimit
    mostJobs = max(1, options.connections / 4)
    patience = options.patience
    self.lastCommit = lastCommit
  }

  /// Queues a transaction, which reports its result.
  func submit(_ write: BatchedWrite) {
    let waiting = WaitingWrite(write: write, latest: .now.advanced(by: patience))
    let (isAccepted, needsJob) = state.withLock { state in
      guard state.waiting.count < limit else { return (false, false) }
      state.waiting.append(waiting)
      guard state.jobs < mostJobs else { return (true, false) }
      state.jobs += 1
      return (true, true)
    }
    guard isAccepted else { return write.fail(StoreError(WorkerLaneError.full(limit: limit))) }
    guard needsJob else { return }
    do throws(WorkerLaneError) {
      try pool.submit { [self] pooled in work(on: pooled) }
    } catch {
      let refused = state.withLock { state in
        state.jobs -= 1
        return state.jobs == 0 ? Array(state.waiting.takeAll()) : []
      }
      for waiting in refused { waiting.write.fail(StoreError(error)) }
    }
  }

  /// Runs a batch. Another job runs the next one, so that other calls of the store get their turn. If the pool accepts no job,
  /// because it closes, this job runs all.
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

  private func nextBatch() -> [WaitingWrite] {
    state.withLock { state in
      var batch: [WaitingWrite] = []
      while batch.count < Self.batch, let waiting = state.waiting.take() { batch.append(waiting) }
      return batch
    }
  }

  private func run(_ batch: [WaitingWrite], on pooled: PooledConnection) {
    let now = MonotonicTime.now
    for late in batch where late.latest <= now { late.write.fail(ConnectionPool.late) }
    let writes = batch.filter { $0.latest > now }.map(\.write)
    if WriteBatch(writes: writes).run(on: pooled) { lastCommit.note() }
  }
}
