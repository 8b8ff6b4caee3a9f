/// One piece of work of a ``FairThreadPool``. Exactly one of the functions is called, once.
struct PoolJob: Sendable {
  let perform: @Sendable () -> Void
  let refuse: @Sendable (any Error) -> Void
}

/// The work that waits in a ``FairThreadPool``, and an estimate of how long it will take.
struct PoolWork<Network: Hashable & Sendable>: Sendable {
  var queue: FairQueue<Network, PoolJob>
  private let threads: Int
  /// The mean time of one job, in nanoseconds; later jobs count more.
  private var mean: Double = 100_000_000

  init(limit: Int, threads: Int) {
    queue = FairQueue(limit: limit)
    self.threads = threads
  }

  /// The seconds until the work that waits now is done, between 1 and 60.
  var retryAfter: Int {
    let seconds = Double(queue.count) * mean / Double(threads) / 1_000_000_000
    return Int(min(max(seconds.rounded(.up), 1), 60))
  }

  /// Queues a job. Returns the job that is not queued: this job, or the newest of the network with the most.
  mutating func push(_ job: PoolJob, id: UInt64, for network: Network) -> PoolJob? {
    switch queue.push(job, id: id, for: network) {
    case .queued: nil
    case .queuedInstead(let other): other
    case .full: job
    }
  }

  mutating func removeAll() -> [PoolJob] {
    var jobs: [PoolJob] = []
    while let job = queue.pop() { jobs.append(job) }
    return jobs
  }

  /// Records the time of a job.
  mutating func record(nanoseconds: UInt64) { mean = mean * 0.9 + Double(nanoseconds) * 0.1 }
}
