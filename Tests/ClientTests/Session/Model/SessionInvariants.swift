@testable import Doorward

/// The rules that hold in every state and at every step.
extension SessionWorld {
  private mutating func fail(_ text: String) {
    if violation == nil { violation = text }
  }

  // MARK: No token of A after B

  mutating func replied(_ call: Call, _ reply: SessionReply, _ process: Int) {
    processes[process].calls.remove(call)
    let isCancelled = processes[process].cancelled.remove(call) != nil
    if isCancelled, case .signedIn = reply {
      fail("process \(process): a sign-in from before a sign-out has been adopted")
    }
    guard case .holder(let holder) = reply else { return }
    if let person = processes[process].person, person != holder.person {
      fail("process \(process): a caller of \(person) has received a token of \(holder.person)")
    }
    if case .known(let announced, _) = processes[process].view, announced != holder {
      fail("process \(process): a token of \(holder.id), and \(announced?.id ?? "no session") is announced")
    }
  }

  // MARK: No sign-out without the user or the server

  mutating func announced(_ view: SessionView, _ process: Int) {
    if case .known(.user(let before)?, _) = processes[process].view, case .known(nil, _) = view {
      if !mayEnd(before) { fail("process \(process): \(before.sessionID) is announced as signed out") }
    }
    if case .known(let holder?, _) = view, processes[process].signedOut.contains(holder.id) {
      fail("process \(process): \(holder.id) is announced after its sign-out")
    }
    processes[process].view = view
  }

  mutating func checkStore(_ record: StoredRecord, _ process: Int) {
    checkResumedUpgrade(record, process)
    if storage.device != nil, record.device == nil {
      fail("process \(process): the storage has lost the token of the device")
    }
    guard storage.holder?.id != record.holder?.id else { return }
    if record.holder == nil, let before = storage.holder?.session, !mayEnd(before) {
      fail("process \(process): the storage has lost \(before.sessionID)")
    }
    // A second answer to a proof has the session of the first answer.
    if let holder = record.holder, gone.contains(holder.id) {
      fail("process \(process): \(holder.id) is back in the storage")
    }
    if let holder = record.holder, processes[process].ended.contains(holder.id) {
      fail("process \(process): \(holder.id) is stored after the request to end it")
    }
  }

  /// The user has not asked for the upgrade of an earlier start again. So it only replaces the anonymous user that it was
  /// stored with, and no sign-out and no sign-in of another process.
  private mutating func checkResumedUpgrade(_ record: StoredRecord, _ process: Int) {
    let machine = processes[process].machine
    guard case .writing(.adopt(SignIn.resumed, let session), _, _, _) = machine.lane,
      record.holder?.id == session.sessionID, storage.holder?.id != session.sessionID,
      case .asking(let upgrade, _, _, _)? = machine.signIns.first(where: { $0.call == SignIn.resumed })?.stage,
      storage.holder?.id != upgraded[upgrade.key]
    else { return }
    fail("process \(process): the resumed upgrade to \(session.sessionID) undoes a sign-out or a sign-in")
  }

  private func mayEnd(_ session: SessionRecord) -> Bool {
    let began = began[session.sessionID] ?? session.receivedAt
    if began < signOutTimes[session.info.id] ?? 0 || began <= signOutTimes[.none] ?? 0 { return true }
    return signedOut.contains(session.sessionID) || !live.contains(session.sessionID) || isReplaced(session)
  }

  private func isReplaced(_ session: SessionRecord) -> Bool {
    gone.contains(session.sessionID) || storage.holder?.id != session.sessionID
  }

  // MARK: The server

  /// Checks the effect of a request on the server, by the sessions that were live before and are live now.
  mutating func check(request flight: Flight, _ answer: SessionEvent, live now: Set<String>) {
    guard case .request(let request) = flight else { return }
    let ended = live.subtracting(now)
    switch request {
    case .renew(let session):
      // Reuse detection has ended the session: a used refresh token was sent without its key.
      if !ended.isEmpty { fail("the used refresh token \(session.refreshToken) was sent without its key") }
    case .end(let session, _, _):
      if let holder = storage.holder?.session, holder.sessionID == session.sessionID, !mayEnd(holder),
        ended.contains(session.sessionID)
      {
        fail("the present session \(session.sessionID) was ended")
      }
    default: break
    }
  }

  // MARK: Alarms

  /// An alarm repeats every request to end a session that has failed.
  mutating func checkAlarm(_ index: Int) {
    let process = processes[index]
    for session in process.machine.unfinished {
      let isAsked = process.flights.contains {
        switch $0 {
        case .request(.end(let asked, _, _)): asked.sessionID == session.sessionID
        case .answer(.endAnswered(session.sessionID, _, _)): true
        default: false
        }
      }
      if !isAsked { fail("process \(index): the request to end \(session.sessionID) is not repeated") }
    }
  }

  // MARK: Every state

  mutating func checkAll() {
    for index in processes.indices { checkProgress(index); checkAnnouncement(index) }
  }

  /// Every state leaves by some event: nothing waits for an event that cannot occur.
  private mutating func checkProgress(_ index: Int) {
    let process = processes[index]
    let machine = process.machine
    var isLaneMoving = false
    var hasAlarm = false
    var asked: Set<String> = []
    var sent: Set<Call> = []
    for flight in process.flights {
      switch flight {
      case .look, .open, .write: isLaneMoving = true
      case .alarm: hasAlarm = true
      case .request(.renew), .request(.visit), .request(.confirm): isLaneMoving = true
      case .answer(.renewed), .answer(.visited), .answer(.confirmed): isLaneMoving = true
      case .request(.end(let session, _, _)): asked.insert(session.sessionID)
      case .answer(.endAnswered(let id, _, _)): asked.insert(id)
      case .request(.signIn(let call, _, _)), .answer(.signInAnswered(let call, _)): sent.insert(call)
      case .request, .answer: break
      }
    }
    if (machine.lane != .idle) != isLaneMoving {
      fail("process \(index): the lane is stuck in \(machine.lane)")
    }
    if machine.lane == .idle {
      if !machine.queue.isEmpty { fail("process \(index): the queue is not empty") }
      if !machine.waiters.isEmpty && !machine.signIns.contains(where: { sent.contains($0.call) }) {
        fail("process \(index): a caller waits for ever")
      }
      for signIn in machine.signIns {
        if case .waiting = signIn.stage, sent.isEmpty { fail("process \(index): a sign-in waits for ever") }
      }
      if !machine.changes.isEmpty, !hasAlarm { fail("process \(index): a change is never stored") }
    }
    for signIn in machine.signIns {
      if case .waiting = signIn.stage { continue }
      if !sent.contains(signIn.call), !machine.isAdopting(signIn.call) {
        fail("process \(index): the sign-in \(signIn.call) never ends")
      }
    }
    for call in process.calls where !sent.contains(call) && !machine.knows(call) {
      fail("process \(index): the caller \(call) never gets a reply")
    }
    for session in machine.unfinished where machine.isKnown && machine.lane == .idle {
      if !asked.contains(session.sessionID), !hasAlarm {
        fail("process \(index): the server is never asked to end \(session.sessionID)")
      }
    }
    for signOut in machine.signOuts where machine.lane == .idle {
      if signOut.sessions.allSatisfy({ !asked.contains($0) }) {
        fail("process \(index): a sign-out never returns")
      }
    }
  }

  /// The announced state is the stored one, except while a change waits to be stored.
  private mutating func checkAnnouncement(_ index: Int) {
    let process = processes[index]
    let machine = process.machine
    if process.view != machine.view, machine.isKnown { fail("process \(index): the view is not announced") }
    guard machine.lane == .idle, let stored = machine.stored, !process.isBehind else { return }
    if stored != storage { fail("process \(index): it takes another record for the stored one") }
    if machine.changes.isEmpty, case .known(let holder, _) = process.view, holder != storage.holder {
      fail(
        "process \(index): \(holder?.id ?? "no session") is announced, and \(storage.holder?.id ?? "no session") stored"
      )
    }
  }

  /// A user whose upgrade the server has accepted is not lost.
  mutating func checkUpgrades(before: StoredRecord, _ server: ModelServer) {
    guard let visitor = before.holder?.visitor, let upgrade = visitor.pendingUpgrade,
      server.canRepeat(upgrade.key), storage.holder == nil, !signedOut.contains(visitor.sessionID)
    else { return }
    fail("the registered user of \(visitor.sessionID) is lost")
  }
}

extension SessionMachine {
  /// Whether a caller waits for something that this machine does.
  fileprivate func knows(_ call: Call) -> Bool {
    waiters.contains { $0.call == call } || signIns.contains { $0.call == call }
      || signOuts.contains { $0.call == call } || isAdopting(call)
  }

  fileprivate func isAdopting(_ call: Call) -> Bool {
    func isIt(_ job: SessionJob) -> Bool { if case .adopt(call, _) = job { true } else { false } }
    switch lane {
    case .opening(let job), .writing(let job, _, _, _), .asking(let job, _): if isIt(job) { return true }
    case .idle, .looking, .confirming: break
    }
    return queue.contains(where: isIt)
  }
}
