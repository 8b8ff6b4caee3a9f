/// A bounded queue and the threads that serve it. Each thread has its own resource.
package final class WorkerLane<Job: Sendable>: Sendable {
  private struct State: Sendable {
    var queue = JobQueue<Job>()
    var isClosed = false
    var threads = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let limit: Int
  private let monitor = Monitor(State())

  /// - Parameter limit: the most jobs that wait.
  package init(limit: Int) { self.limit = limit }

  /// Starts one more thread and returns when the thread is ready to serve.
  ///
  /// - Parameters:
  ///   - open: makes the resource of the thread, on the thread.
  ///   - serve: takes jobs until ``next()`` returns nil.
  /// - Throws: the error of `open`, or ``WorkerLaneError/noThread``.
  package func start<Resource>(
    open: @escaping @Sendable () throws -> Resource,
    serve: @escaping @Sendable (Resource, WorkerLane) -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { (ready: CheckedContinuation<Void, any Error>) in
      monitor.withLock { $0.threads += 1 }
      let isStarted = BackgroundThread.start { [self] in
        // In a separate function, so that the resource is released before the lane reports the end of the thread.
        live(ready, open, serve)
        end()
      }
      if !isStarted {
        end()
        ready.resume(throwing: WorkerLaneError.noThread)
      }
    }
  }

  private func live<Resource>(
    _ ready: CheckedContinuation<Void, any Error>, _ open: () throws -> Resource,
    _ serve: (Resource, WorkerLane) -> Void
  ) {
    let resource: Resource
    do { resource = try open() } catch { return ready.resume(throwing: error) }
    ready.resume()
    serve(resource, self)
  }

  private func end() {
    let waiters = monitor.signal { state in
      state.threads -= 1
      guard state.threads == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Queues a job.
  ///
  /// - Throws: ``WorkerLaneError/closed``, or ``WorkerLaneError/full(limit:)``: to refuse at once is better than to
  ///   answer a client that has given up.
  package func submit(_ job: Job) throws(WorkerLaneError) {
    let refusal: WorkerLaneError? = monitor.signal(wakingAll: false) { state in
      if state.isClosed { return .closed }
      guard state.queue.count < limit else { return .full(limit: limit) }
      state.queue.append(job)
      return nil
    }
    if let refusal { throw refusal }
  }

  /// The number of jobs that wait.
  package var waiting: Int { monitor.withLock { $0.queue.count } }

  /// Blocks the thread until there is a job.
  ///
  /// - Returns: nil when the lane is closed and every job has been taken.
  package func next() -> Job? {
    let job = monitor.wait { state -> Job?? in
      if let job = state.queue.take() { return .some(job) }
      return state.isClosed ? .some(nil) : nil
    }
    return job ?? nil
  }

  /// Gives a job that was taken to the next thread, before all other jobs.
  package func putBack(_ job: Job) { monitor.signal(wakingAll: false) { $0.queue.putBack(job) } }

  /// The next job, if there is one now and `fits` accepts it.
  package func next(where fits: (Job) -> Bool) -> Job? {
    monitor.withLock { state in
      guard let first = state.queue.first, fits(first) else { return nil }
      return state.queue.take()
    }
  }

  /// Accepts no further jobs. The threads end when the jobs in the queue are done.
  package func close() { monitor.signal { $0.isClosed = true } }

  /// Blocks the thread until the last thread of the lane has ended.
  package func waitForEnd() { _ = monitor.wait { $0.threads == 0 ? () : nil } }

  /// Returns when the last thread of the lane has ended.
  package func ended() async {
    await withCheckedContinuation { waiter in
      let isOver = monitor.withLock { state in
        if state.threads > 0 { state.waiters.append(waiter) }
        return state.threads == 0
      }
      if isOver { waiter.resume() }
    }
  }
}

/// The reason why a ``WorkerLane`` does not accept a job.
package enum WorkerLaneError: Error, Equatable {
  case closed
  case full(limit: Int)
  case noThread
}
