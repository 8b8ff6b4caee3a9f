import DoorwardSQLite
import DoorwardStore
import DoorwardSystem

/// The only thread that writes. It commits all waiting requests together.
///
/// A commit waits for the disk once, and writes each changed page once, regardless of the number of requests. A failure
/// rolls back only the changes of its request. Callers receive their results after the commit.
struct GroupCommitter {
  let connection: SQLiteConnection
  let lane: WorkerLane<WriterJob>
  let groupLimit: Int
  let health: WriterHealth
  private var log = LogKeeper()
  /// Whether the last commit had many requests, and room for more.
  private var isUnderLoad = false

  /// Under load, the time that a commit waits for more requests. The waits for the disk become fewer.
  private static let gathering = Duration.milliseconds(1)
  /// The number of requests in a commit that counts as load.
  private static let many = 8

  init(
    connection: SQLiteConnection, lane: WorkerLane<WriterJob>, groupLimit: Int, health: WriterHealth
  ) {
    self.connection = connection
    self.lane = lane
    self.groupLimit = groupLimit
    self.health = health
  }

  /// Serves until the lane closes.
  mutating func serve() {
    while let job = lane.next() {
      switch job {
      case .write(let request):
        if isUnderLoad { BackgroundThread.pause(for: Self.gathering) }
        commitGroup(from: request)
      case .maintain(let task): task(connection)
      }
      // The log is copied after the callers have their results, so that no caller waits for the copy.
      if let isDone = log.tend(connection) { health.noteLog(isStuck: !isDone) }
    }
  }

  private mutating func commitGroup(from first: WriteRequest) {
    do {
      try connection.run("BEGIN IMMEDIATE")
    } catch {
      health.noteFailure()
      // The requests in the queue have waited for the same time, so they are refused too.
      first.refuse(error)
      while let request = nextWrite() { request.refuse(error) }
      return
    }
    var requests = [first]
    let outcomes: [WriteOutcome]
    do {
      if let together = try runTogether(&requests) {
        outcomes = together
      } else {
        try connection.run("ROLLBACK")
        try connection.run("BEGIN IMMEDIATE")
        outcomes = try requests.map(runInSavepoint)
      }
    } catch {
      // SQLite has ended the transaction, or its state is unknown. No change was made and no caller has a result yet.
      // Each request is committed alone, so that only a faulty request fails.
      rollBack()
      for request in requests { commitAlone(request) }
      return
    }
    do {
      try connection.run("COMMIT")
    } catch {
      // This includes bodies that threw, because they may have read changes that were rolled back.
      rollBack()
      for request in requests { request.refuse(error) }
      return
    }
    health.noteCommit()
    isUnderLoad = requests.count >= Self.many && requests.count < groupLimit
    for outcome in outcomes { outcome.deliver() }
  }

  /// Runs the requests, and those that have arrived since, in the open transaction.
  ///
  /// A savepoint copies each page before its first change, and few requests fail after a change. So there is none here.
  ///
  /// - Returns: nil if a request has failed after a change. Then all requests must run again, in savepoints.
  private func runTogether(_ requests: inout [WriteRequest]) throws -> [WriteOutcome]? {
    var outcomes: [WriteOutcome] = []
    while true {
      let changes = connection.totalChanges
      let outcome = requests[outcomes.count].attempt(SQLiteTransaction(connection: connection))
      guard connection.isInTransaction else { throw Self.lost }
      guard !outcome.isFailure || connection.totalChanges == changes else { return nil }
      outcomes.append(outcome)
      guard requests.count < groupLimit, let next = nextWrite() else { return outcomes }
      requests.append(next)
    }
  }

  private func runInSavepoint(_ request: WriteRequest) throws -> WriteOutcome {
    try connection.run("SAVEPOINT request")
    let outcome = request.attempt(SQLiteTransaction(connection: connection))
    guard connection.isInTransaction else { throw Self.lost }
    if outcome.isFailure { try connection.run("ROLLBACK TO request") }
    try connection.run("RELEASE request")
    return outcome
  }

  private func commitAlone(_ request: WriteRequest) {
    do {
      try connection.run("BEGIN IMMEDIATE")
      let outcome = request.attempt(SQLiteTransaction(connection: connection))
      if outcome.isFailure {
        if connection.isInTransaction { try connection.run("ROLLBACK") }
        return outcome.deliver()
      }
      guard connection.isInTransaction else { throw Self.lost }
      try connection.run("COMMIT")
      health.noteCommit()
      outcome.deliver()
    } catch {
      rollBack()
      request.refuse(error)
    }
  }

  private func nextWrite() -> WriteRequest? {
    let job = lane.next { job in
      if case .write = job { return true }
      return false
    }
    guard case .write(let request) = job else { return nil }
    return request
  }

  /// Ends the transaction if there is one. If the rollback fails, the next `BEGIN` reports the error.
  private func rollBack() {
    health.noteFailure()
    if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
  }

  private static var lost: StoreError {
    StoreError(.unavailable, "the transaction has been rolled back after a failure of the disk")
  }
}

/// The health of the writer, for the readiness check of the store.
final class WriterHealth: Sendable {
  private struct State: Sendable {
    var lastCommit: ContinuousClock.Instant?
    var isLogStuck = false
  }

  private let state = Monitor(State())

  func noteCommit() { state.withLock { $0.lastCommit = .now } }

  func noteFailure() { state.withLock { $0.lastCommit = nil } }

  func noteLog(isStuck: Bool) { state.withLock { $0.isLogStuck = isStuck } }

  /// Whether a commit succeeded within the last second, and none failed since.
  var hasCommittedLately: Bool {
    state.withLock { $0.lastCommit.map { $0.duration(to: .now) < .seconds(1) } ?? false }
  }

  /// Whether the last copy of the log into the database file failed. Commits still succeed then, and the log grows
  /// until the disk is full.
  var isLogStuck: Bool { state.withLock { $0.isLogStuck } }
}
