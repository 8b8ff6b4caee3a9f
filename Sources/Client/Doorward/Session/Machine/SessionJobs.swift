/// The jobs of the session. One job runs at a time, and the others wait.
struct SessionJobs: Sendable, Hashable {
  /// The progress of the present job.
  var lane = SessionLane.idle
  /// The jobs that wait: sign-outs first, then sign-ins, then the other jobs.
  private(set) var queue: [SessionJob] = []

  var isLookPending: Bool {
    if case .looking = lane { return true }
    return queue.contains { if case .look = $0 { true } else { false } }
  }

  var isRenewing: Bool {
    switch lane {
    case .opening(.renew), .writing(.renew, _, _, _), .asking(.renew, isVoid: false): true
    default: queue.contains { if case .renew = $0 { true } else { false } }
    }
  }

  private var isVisiting: Bool {
    switch lane {
    case .opening(.visit), .writing(.visit, _, _, _), .asking(.visit, isVoid: false): true
    default: false
    }
  }

  @inline(never) mutating func enqueue(_ job: SessionJob) {
    guard !queue.contains(job) else { return }
    if case .renew = job, isRenewing { return }
    if case .visit = job, isVisiting { return }
    // A job that has not read the storage yet applies every change.
    if case .opening(job) = lane { return }
    let place = queue.firstIndex { $0.rank > job.rank } ?? queue.endIndex
    queue.insert(job, at: place)
  }

  /// Removes the next job; nil if a job is under way or none waits.
  mutating func next() -> SessionJob? { lane == .idle && !queue.isEmpty ? queue.removeFirst() : nil }

  mutating func removeVisits() { queue.removeAll { if case .visit = $0 { true } else { false } } }
}
