import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore
import DoorwardSystem

/// The connections of a store and the queue in front of them. Each connection has a thread of its own.
final class ConnectionPool: Sendable {
  typealias Job = @Sendable (PooledConnection) -> Void

  /// The settings, with the server first that has accepted the last connection.
  private let settings: Monitor<PostgreSQLSettings>
  /// The settings for each server alone.
  private let alternatives: [PostgreSQLSettings]
  private let options: PostgreSQLStoreOptions
  private let lane: WorkerLane<Job>
  private let reachability: Reachability
  private let openConnections = Monitor(0)
  /// The pause of a thread that cannot connect, while other threads serve.
  private static let pause = Duration.milliseconds(100)

  init(_ settings: PostgreSQLSettings, _ options: PostgreSQLStoreOptions) {
    self.settings = Monitor(settings)
    alternatives = settings.alternatives
    reachability = Reachability(servers: alternatives.count)
    self.options = options
    lane = WorkerLane(limit: options.queueLimit)
  }

  /// Starts the threads. The first one prepares the database with its connection.
  func start(preparing prepare: @escaping @Sendable (PostgreSQLConnection) throws -> Void) async throws {
    for index in 0..<options.connections {
      try await lane.start { [settings, alternatives, reachability, openConnections] in
        let pooled = PooledConnection(
          settings, alternatives: alternatives, reachability: reachability, openConnections: openConnections)
        if index == 0 { try prepare(pooled.ready()) }
        return pooled
      } serve: { pooled, lane in
        while let job = lane.next() { Self.serve(job, on: pooled, lane: lane) }
        pooled.discard()
      }
    }
  }

  /// Runs a job, or gives it to another thread if this one cannot connect: the database may accept fewer connections than the
  /// pool may have, and a job must not fail while others have one.
  private static func serve(_ job: @escaping Job, on pooled: PooledConnection, lane: WorkerLane<Job>) {
    if (try? pooled.prepare()) == nil, pooled.othersAreOpen {
      lane.putBack(job)
      BackgroundThread.pause(for: pause)
    } else {
      job(pooled)
      pooled.finish()
    }
  }

  /// Runs a body on the thread of a connection.
  func run<Value: Sendable>(_ body: @escaping @Sendable (PooledConnection) throws -> Value) async throws
    -> Value
  {
    let latest = MonotonicTime.now.advanced(by: options.patience)
    return try await withCheckedThrowingContinuation { caller in
      do throws(WorkerLaneError) {
        try lane.submit { pooled in
          caller.resume(on: pooled, before: latest) { try body(pooled) }
        }
      } catch {
        caller.resume(throwing: StoreError(error))
      }
    }
  }

  /// The settings, with the server first that has accepted the last connection.
  var currentSettings: PostgreSQLSettings { settings.withLock { $0 } }

  /// Queues a job.
  func submit(_ job: @escaping Job) throws(WorkerLaneError) { try lane.submit(job) }

  /// The number of jobs that wait for a connection.
  var waiting: Int { lane.waiting }

  func close() { lane.close() }

  /// Returns when the calls in progress are done and the connections are closed.
  func ended() async { await lane.ended() }

  /// The error of a call that has waited too long for a connection.
  static var waitedTooLong: StoreError {
    StoreError(
      .unavailable,
      "no connection to the database became free in time: check the database, or raise database_connections"
    )
  }
}

extension CheckedContinuation where T: Sendable, E == any Error {
  /// Resumes with the result of a body, which runs only if the thread has taken its job before a deadline.
  func resume(on pooled: PooledConnection, before deadline: MonotonicTime, _ body: () throws -> T) {
    guard pooled.jobStart < deadline else { return resume(throwing: ConnectionPool.waitedTooLong) }
    resume(with: Result { try body() }.mapError(StoreError.explaining))
  }
}
