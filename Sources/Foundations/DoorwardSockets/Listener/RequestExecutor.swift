import DoorwardSystem

/// Runs the tasks of requests on the threads of the listener.
///
/// A request that waits, such as for a commit, continues on a thread that handles connections anyway. If Swift's
/// cooperative pool continued it, twice as many threads would compete for the processors, and almost every request would
/// wake one.
final class RequestExecutor: Sendable {
  private struct State {
    var jobs = JobQueue<UnownedJob>()
    /// The threads that wait at the poller.
    var waitingThreads = 0
    /// Whether a thread is being woken and has not returned from the poller yet.
    var isWaking = false
    /// Whether the threads have ended.
    var isClosed = false

    /// Whether a waiting thread must be woken for the jobs in the queue.
    mutating func mustWake() -> Bool {
      guard !jobs.isEmpty, waitingThreads > 0, !isWaking else { return false }
      isWaking = true
      return true
    }
  }

  private let state = Monitor(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: ends the wait of one thread at the poller.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Runs jobs until there is none. The thread counts as waiting when this returns.
  func runJobs() {
    guard #available(macOS 15, iOS 18, *) else { return }
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    let (job, mustWake) = state.withLock { state in
      guard let job = state.jobs.take() else {
        state.waitingThreads += 1
        return (UnownedJob?.none, false)
      }
      return (job, state.mustWake())
    }
    // Another thread takes the next job.
    if mustWake { wake() }
    return job
  }

  /// Notes that a thread has returned from the poller.
  ///
  /// - Parameter isWoken: whether ``wake`` has ended the wait.
  func threadReturned(isWoken: Bool) {
    // Without jobs, no waiting thread is counted.
    guard #available(macOS 15, iOS 18, *) else { return }
    state.withLock { state in
      state.waitingThreads -= 1
      if isWoken { state.isWaking = false }
    }
  }

  /// Continues all tasks on the cooperative pool from now on, because the threads of the listener end.
  func close() {
    guard #available(macOS 15, iOS 18, *) else { return }
    let jobs = state.withLock { state in
      state.isClosed = true
      return state.jobs.takeAll()
    }
    for job in jobs { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }
}

@available(macOS 15, iOS 18, *)
extension RequestExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isClosed, mustWake) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      state.jobs.append(job)
      return (false, state.mustWake())
    }
    if isClosed { return globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    if mustWake { wake() }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task on this thread. It continues on the executor after it has waited for something.
  ///
  /// The systems of Apple before version 26 start every task on the executor.
  static func onThisThread(
    then executor: RequestExecutor, _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Task {
    if #available(macOS 26, iOS 26, *) {
      Task.immediate(executorPreference: executor) { await body() }
    } else if #available(macOS 15, iOS 18, *) {
      Task(executorPreference: executor) { await body() }
    } else {
      Task { await body() }
    }
  }
}
