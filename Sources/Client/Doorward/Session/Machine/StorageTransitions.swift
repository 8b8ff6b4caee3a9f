/// The steps of a job: lock and read the storage, decide, write, send the request if the job has one, write, unlock.
extension SessionMachine {
  /// The storage is locked and has been read, or could not be.
  mutating func opened(_ found: OpenedStorage, _ key: String) {
    guard case .opening(let job) = lane else { return }
    switch found {
    case .record(let record):
      saw(record)
      decide(job, record, key: key)
    case .unreadable(let error):
      guard replacesUnreadable(job) else {
        perform(.close)
        return fail(job, error, isWrite: false)
      }
      decide(job, known.replacement(), key: key, mustWrite: true)
    case .failed(let error): fail(job, error, isWrite: false)
    }
  }

  /// Whether a job replaces a record that cannot be read. A sign-out does, and a sign-in that the user waits for. The record may
  /// contain a later decision of the user. So an upgrade of an earlier start does not replace it, and a sign-out does not if
  /// it would store a session that this process has read or adopted since: the user may have signed out of that session.
  private func replacesUnreadable(_ job: SessionJob) -> Bool {
    switch job {
    case .store: !signOuts.isEmpty && present == nil
    case .adopt(let call, let session):
      call != SignIn.resumed && canAdopt(session, of: call, in: changes.applied(to: stored ?? StoredRecord()))
    case .prepareUpgrade, .look, .renew, .visit, .profile, .confirm: false
    }
  }

  /// Uses the record of the storage.
  ///
  /// `isOwn` says whether this process has written it.
  mutating func saw(_ record: StoredRecord, isOwn: Bool = false) {
    let isFirst = stored == nil
    let before = stored?.holder?.id
    known.saw(record, at: now)
    if before != record.holder?.id { upkeep.hasNoVisitors = false }
    if !isFirst, !isOwn { ends.wait(for: record.ended) }
    if isFirst { resumeUpgrade() }
  }

  /// Decides on the record that a job writes, now that no other process changes the record.
  private mutating func decide(
    _ job: SessionJob, _ found: StoredRecord, key: String, mustWrite: Bool = false
  ) {
    var new = changes.applied(to: found)
    var isLast = true
    switch job {
    case .store, .look, .confirm: break
    case .adopt(let call, let session):
      guard canAdopt(session, of: call, in: new) else {
        refuseAdoption(session, call)
        return write(.store, changes.applied(to: found), isLast: true, mustWrite: mustWrite)
      }
      new.adopt(session)
    case .prepareUpgrade(let call):
      guard var visitor = new.holder?.visitor, let request = waitingRequest(of: call) else { break }
      visitor.pendingUpgrade = request
      new.holder = .user(visitor)
    case .renew(let refused):
      guard var session = new.holder?.session,
        !isFresh || session.accessToken == refused || isRefused(session.accessToken)
      else { break }
      // The key is stored before the request is sent, so that after a crash the request is repeated with the same key.
      if session.pendingRefresh == nil { session.pendingRefresh = key }
      new.holder = .user(session)
      isLast = false
    case .visit(let visit):
      isLast = new.holder.map { $0.session != nil || isFresh && !isRefused($0.accessToken) } ?? false
      if visit == .anonymous, new.holder?.guest != nil { isLast = false }
    case .profile(let call, let user):
      guard var session = new.holder?.session, session.take(user) else {
        reply(call, .failed(.sessionEnded))
        return write(.store, new, isLast: true, mustWrite: mustWrite)
      }
      new.holder = .user(session)
    }
    write(job, new, isLast: isLast, mustWrite: mustWrite)
  }

  @inline(never) mutating func write(
    _ job: SessionJob, _ new: StoredRecord, isLast: Bool, mustWrite: Bool = false
  ) {
    jobs.lane = .writing(job, new, changes, isLast: isLast)
    if new != stored || mustWrite { perform(.write(new)) } else { written(.success(())) }
  }

  mutating func written(_ result: Result<Void, StorageError>) {
    guard case .writing(let job, let new, let stored, let isLast) = lane else { return }
    switch result {
    case .failure(let error):
      perform(.close)
      fail(job, error, isWrite: true)
    case .success:
      saw(new, isOwn: true)
      changes.remove(stored)
      guard isLast || isOvertaken(job) else { return ask(job) }
      perform(.close)
      finish(job)
    }
  }

  /// Whether a sign-out or sign-in has arrived during the write of a job, so that its request must not be sent now.
  private func isOvertaken(_ job: SessionJob) -> Bool {
    if case .renew = job, present?.session == nil { return true }
    return jobs.queue.contains { $0.rank < job.rank }
  }

  private mutating func ask(_ job: SessionJob) {
    jobs.lane = .asking(job, isVoid: false)
    switch job {
    case .renew: if let session = present?.session { perform(.renew(session)) }
    case .visit(let visit): perform(.visit(visit, present?.guest))
    default: break
    }
  }

  private mutating func finish(_ job: SessionJob) {
    jobs.lane = .idle
    upkeep.failures = 0
    switch job {
    case .store:
      guard changes.signedOut.isEmpty, changes.signedOutBefore == nil else { break }
      for index in signOuts.indices { signOuts[index].isStored = true }
    case .adopt(let call, let session): adopted(session, call)
    case .profile(let call, let user):
      let isPresent = present?.person == user.info.id
      if isPresent { known.verify() }
      reply(call, isPresent ? .done : .failed(.sessionEnded))
    case .renew, .visit, .prepareUpgrade, .look, .confirm: break
    }
  }

  private mutating func fail(_ job: SessionJob, _ error: StorageError, isWrite: Bool) {
    jobs.lane = .idle
    upkeep.failures += 1
    switch job {
    case .store:
      for index in signOuts.indices where signOuts[index].isStored == nil {
        signOuts[index].isStored = false
        signOuts[index].storageError = error
      }
    case .adopt(let call, let session): adoptionFailed(session, call: call, error: error, isWrite: isWrite)
    case .renew, .visit:
      failWaiters(.storage(error))
      failWaitingSignIns(.storage(error))
    case .prepareUpgrade(let call):
      signIns.removeAll { $0.call == call }
      reply(call, .failed(.storage(error)))
    case .profile(let call, _): reply(call, .failed(.storage(error)))
    case .look, .confirm: break
    }
  }
}
