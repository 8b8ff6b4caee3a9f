/// Runs one job after the other: sign-outs first, then sign-ins, then the other jobs.
extension SessionMachine {
  mutating func enqueue(_ job: SessionJob) { jobs.enqueue(job) }

  /// Cancels the request of the present job: its answer is no longer needed, or it must not delay a sign-out or
  /// sign-in.
  mutating func cancelRequest() {
    switch lane {
    case .asking(let job, isVoid: false):
      jobs.lane = .asking(job, isVoid: true)
      perform(.cancelRequest)
    case .confirming: perform(.cancelRequest)
    case .idle, .looking, .opening, .writing, .asking: break
    }
  }

  mutating func startNextJob() {
    while let job = jobs.next() {
      switch job {
      case .look(let calls):
        jobs.lane = .looking(calls)
        perform(.look)
      case .confirm:
        guard let session = present?.session, isFresh, !known.isVerified else { continue }
        jobs.lane = .confirming(sessionID: session.sessionID)
        perform(.confirm(session))
      case .renew where present?.session == nil, .store where changes.isEmpty && signOuts.isEmpty: continue
      default:
        jobs.lane = .opening(job)
        perform(.open)
      }
    }
    // Every other job comes before the confirmation of a session.
    if case .confirming = lane, !jobs.queue.isEmpty { cancelRequest() }
  }

  mutating func looked(_ result: Result<StoredRecord, StorageError>) {
    guard case .looking(let calls) = lane else { return }
    jobs.lane = .idle
    switch result {
    case .success(let record): saw(record)
    case .failure(let error):
      known.failed(error)
      if stored == nil { failWaiters(.storage(error)) }
    }
    for call in calls { reply(call, .done) }
  }
}
