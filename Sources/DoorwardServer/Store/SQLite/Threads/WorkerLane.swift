/// A bounded queue and the threads that serve it, each with a resource no other thread ever sees.
final class WorkerLane<Job: Sendable>: Sendable {
  private struct State: Sendable {
    var queue: [Job] = []
    /// Jobs before this index have been taken; the array is cut when they are the larger half.
    var head = 0
    var isClosed = false
    var threads = 0
    var waiters: [CheckedContinuation<Void, Never>] = []

    var waiting: Int { queue.count - head }

    mutating func take() -> Job? {
      guard head < queue.count else { return nil }
      let job = queue[head]
      head += 1
      if head == queue.count {
        queue.removeAll(keepingCapacity: true)
        head = 0
      } else if head > queue.count / 2 {
        queue.removeFirst(head)
        head = 0
      }
      return job
    }
  }

  private let limit: Int
  private let monitor = Monitor(State())

  init(limit: Int) { self.limit = limit }

  /// Starts one more thread and answers when it is ready to serve.
  ///
  /// - Parameters:
  ///   - open: makes the thread's resource, on the thread.
  ///   - serve: takes jobs until ``next()`` answers nil.
  /// - Throws: what `open` throws, or ``StoreError/Code/unavailable`` where there is no thread.
  func start<Resource>(
    open: @escaping @Sendable () throws -> Resource,
    serve: @escaping @Sendable (Resource, WorkerLane) -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { (ready: CheckedContinuation<Void, any Error>) in
      monitor.access { $0.threads += 1 }
      do {
        try WorkerThread.start { [self] in
          // In a function of its own: the resource is gone before the lane says that the thread ended.
          live(ready, open, serve)
          end()
        }
      } catch {
        end()
        ready.resume(throwing: error)
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
    let waiters = monitor.change(wakingAll: true) { state in
      state.threads -= 1
      guard state.threads == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Queues a job.
  ///
  /// - Throws: ``StoreError/Code/closed``, or ``StoreError/Code/unavailable`` where the queue is full: it
  ///   is better to refuse at once than to answer when nobody waits any more.
  func submit(_ job: Job) throws(StoreError) {
    let refusal: StoreError? = monitor.change { state in
      if state.isClosed { return StoreError(.closed, "the store has been closed") }
      guard state.waiting < limit else {
        return StoreError(.unavailable, "more than \(limit) requests wait for the store: try again later")
      }
      state.queue.append(job)
      return nil
    }
    if let refusal { throw refusal }
  }

  /// The next job, waiting for one; nil when the lane is closed and every job in it has been taken.
  func next() -> Job? {
    monitor.wait { state -> Job?? in
      if let job = state.take() { return .some(job) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// The next job if there is one now and it fits.
  func next(where fits: (Job) -> Bool) -> Job? {
    monitor.access { state in
      guard state.waiting > 0, fits(state.queue[state.head]) else { return nil }
      return state.take()
    }
  }

  /// Takes no more jobs; the threads end when those it has are done.
  func close() { monitor.change(wakingAll: true) { $0.isClosed = true } }

  /// Blocks this thread until the lane's last one has ended.
  func waitForEnd() { monitor.wait { $0.threads == 0 ? () : nil } }

  /// Answers when the last thread has ended.
  func ended() async {
    await withCheckedContinuation { waiter in
      let isOver = monitor.access { state in
        if state.threads > 0 { state.waiters.append(waiter) }
        return state.threads == 0
      }
      if isOver { waiter.resume() }
    }
  }
}
