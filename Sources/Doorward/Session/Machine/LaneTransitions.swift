/// Runs one job after the other: sign-outs first, then sign-ins, then the other jobs.
extension SessionMachine {
  var isLookPending: Bool {
    if case .looking = lane { return true }
    return queue.contains { if case .look = $0 { true } else { false } }
  }

  mutating func enqueue(_ job: SessionJob) {
    guard !queue.contains(job) else { return }
    if case .renew = job, isRenewing { return }
    if case .visit = job, isRequestingVisitor { return }
    // A job that has not read the storage yet applies every change.
    if case .opening(job) = lane { return }
    let place = queue.firstIndex { $0.rank > job.rank } ?? queue.endIndex
    queue.insert(job, at: place)
  }

  /// Cancels the request of the present job: its answer is no longer needed, or it must not delay a sign-out or
  /// sign-in.
  mutating func cancelRequest() {
    switch lane {
    case .asking(let job, isVoid: false):
      lane = .asking(job, isVoid: true)
      effects.append(.cancelRequest)
    case .confirming: effects.append(.cancelRequest)
    case .idle, .looking, .opening, .writing, .asking: break
    }
  }

  mutating func startNextJob() {
    while lane == .idle, !queue.isEmpty {
      let job = queue.removeFirst()
      switch job {
      case .look(let calls):
        lane = .looking(calls)
        effects.append(.look)
      case .confirm:
        guard let session = present?.session, isFresh, !isVerified else { continue }
        lane = .confirming(sessionID: session.sessionID)
        effects.append(.confirm(session))
      case .renew where present?.session == nil, .store where changes.isEmpty && signOuts.isEmpty: continue
      default:
        lane = .opening(job)
        effects.append(.open)
      }
    }
    // Every other job comes before the confirmation of a session.
    if case .confirming = lane, !queue.isEmpty { cancelRequest() }
  }

  mutating func looked(_ result: Result<StoredRecord, StorageError>) {
    guard case .looking(let calls) = lane else { return }
    lane = .idle
    switch result {
    case .success(let record): saw(record)
    case .failure(let error):
      readError = error
      if stored == nil { failWaiters(.storage(error)) }
    }
    for call in calls { reply(call, .done) }
  }
}
