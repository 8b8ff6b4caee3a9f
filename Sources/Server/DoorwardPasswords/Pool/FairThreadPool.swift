import DoorwardSystem

/// Threads for work that blocks, and the bounded queue of the work that waits for them. ``PasswordHashPool`` describes how
/// networks share the threads.
final class FairThreadPool<Network: Hashable & Sendable>: Sendable {
  private struct State: Sendable {
    var work: PoolWork<Network>
    var isClosed = false
    var nextID: UInt64 = 0
  }

  private let threads: Int
  private let monitor: Monitor<State>

  /// Starts the threads. They have low priority, so that all processors can work for the pool and other requests are
  /// still answered at once.
  ///
  /// - Parameters:
  ///   - threads: the most work at the same time.
  ///   - queueLimit: the most work that waits.
  /// - Throws: ``PasswordHashPoolError`` `password_hashing_no_thread`.
  init(threads: Int, queueLimit: Int) throws(PasswordHashPoolError) {
    self.threads = max(threads, 1)
    monitor = Monitor(State(work: PoolWork(limit: max(queueLimit, 1), threads: max(threads, 1))))
    for _ in 0..<self.threads {
      guard BackgroundThread.start(priority: .low, { [monitor] in Self.serve(monitor) }) else {
        monitor.signal { $0.isClosed = true }
        throw .noThread
      }
    }
  }

  deinit { close() }

  /// The number of jobs that wait for a thread.
  var waiting: Int { monitor.withLock { $0.work.queue.count } }

  /// Runs work on one of the threads. Cancelling the calling task removes work that waits; work that has started ends
  /// first.
  ///
  /// - Parameters:
  ///   - network: the client's network, whose share of the threads the work uses.
  ///   - body: the work. It may block.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, ``PasswordHashPoolError``, or `CancellationError`.
  func run<Result: Sendable>(
    for network: Network, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let id = monitor.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let job = PoolJob(
          perform: { continuation.resume(with: Swift.Result(catching: body)) },
          refuse: { continuation.resume(throwing: $0) })
        submit(job, id: id, for: network)
        // A task that was cancelled earlier ran the handler below before the job was in the queue.
        if Task.isCancelled { cancel(id, for: network) }
      }
    } onCancel: {
      cancel(id, for: network)
    }
  }

  /// Accepts no further work and refuses the waiting work. The threads end after the work in progress.
  func close() {
    let refused = monitor.signal { state in
      state.isClosed = true
      return state.work.removeAll()
    }
    for job in refused { job.refuse(PasswordHashPoolError.closed) }
  }

  private func submit(_ job: PoolJob, id: UInt64, for network: Network) {
    let refusal = monitor.signal(wakingAll: false) { state -> (PoolJob, PasswordHashPoolError)? in
      if state.isClosed { return (job, .closed) }
      let retryAfter = state.work.retryAfter
      return state.work.push(job, id: id, for: network).map { ($0, .busy(retryAfter: retryAfter)) }
    }
    if let (job, error) = refusal { job.refuse(error) }
  }

  private func cancel(_ id: UInt64, for network: Network) {
    monitor.withLock { $0.work.queue.remove(id: id, for: network) }?.refuse(CancellationError())
  }

  /// Runs jobs until the pool is closed. The thread references only the monitor, so that the pool can be released.
  private static func serve(_ monitor: Monitor<State>) {
    while let job = next(monitor) {
      let start = MonotonicTime.now
      job.perform()
      let elapsed = MonotonicTime.now.nanoseconds - start.nanoseconds
      monitor.withLock { $0.work.record(nanoseconds: elapsed) }
    }
  }

  private static func next(_ monitor: Monitor<State>) -> PoolJob? {
    let job = monitor.wait { state -> PoolJob?? in
      if let job = state.work.queue.pop() { return .some(job) }
      return state.isClosed ? .some(nil) : nil
    }
    return job ?? nil
  }
}
