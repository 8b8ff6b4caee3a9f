@testable import Doorward

/// The rules that hold in every state and at every step.
extension SessionWorld {
  mutating func fail(_ rule: SessionRule, _ text: String) {
    if violation == nil { violation = SessionViolation(rule: rule, text: text) }
  }

  // MARK: No token of A after B

  mutating func replied(_ call: Call, _ reply: SessionReply, _ process: Int) {
    processes[process].calls.remove(call)
    let isCancelled = processes[process].cancelled.remove(call) != nil
    if isCancelled, case .signedIn = reply {
      fail(
        .cancelledSignInIsNotAdopted, "process \(process): a sign-in from before a sign-out has been adopted")
    }
    let person = processes[process].persons.removeValue(forKey: call)
    guard case .holder(let holder) = reply else { return }
    if call == Act.refusedToken.call, holder.accessToken == processes[process].refused {
      fail(
        .tokenIsNotTheRefusedOne, "process \(process): the refused token \(holder.accessToken) is returned")
    }
    if let person, person != holder.person {
      fail(
        .tokenIsOfTheSamePerson,
        "process \(process): a caller of \(person) has received a token of \(holder.person)")
    }
    if case .known(let announced, _) = processes[process].view, announced != holder {
      fail(
        .tokenIsOfTheAnnouncedSession,
        "process \(process): a token of \(holder.id), and \(announced?.id ?? "no session") is announced")
    }
  }

  // MARK: No sign-out without the user or the server

  mutating func announced(_ view: SessionView, _ process: Int) {
    if case .known(let before?, _) = processes[process].view, case .known(nil, _) = view, !mayEnd(before) {
      fail(.signedOutForAReason, "process \(process): \(before.id) is announced as signed out")
    }
    if case .known(let holder?, _) = view, processes[process].signedOut.contains(holder.id) {
      fail(.endedSessionIsNotAnnounced, "process \(process): \(holder.id) is announced after its sign-out")
    }
    processes[process].view = view
  }

  func mayEnd(_ holder: SessionHolder) -> Bool {
    switch holder {
    case .user(let session): mayEnd(session)
    case .guest(let guest):
      signOutTimes[guest.id] != nil || signOutTimes[.none] != nil || wasDamaged || isReplaced(guest.id)
    }
  }

  private func mayEnd(_ session: SessionRecord) -> Bool {
    let began = began[session.sessionID] ?? session.receivedAt
    if began < signOutTimes[session.info.id] ?? 0 || began <= signOutTimes[.none] ?? 0 { return true }
    return signedOut.contains(session.sessionID) || !live.contains(session.sessionID)
      || isReplaced(session.sessionID)
  }

  private func isReplaced(_ id: String) -> Bool {
    gone.contains(id) || storage.holder?.id != id
  }

  // MARK: The server

  /// Checks the effect of a request on the server, by the sessions that were live before and are live now.
  mutating func check(request flight: Flight, _ answer: SessionEvent, live now: Set<String>) {
    guard case .request(let request) = flight else { return }
    let ended = live.subtracting(now)
    switch request {
    case .renew(let session):
      // Reuse detection has ended the session: a used refresh token was sent without its key.
      if !ended.isEmpty {
        fail(
          .usedTokenIsSentWithItsKey,
          "the used refresh token \(session.refreshToken) was sent without its key")
      }
    case .end(let session, _, _):
      if let holder = storage.holder?.session, holder.sessionID == session.sessionID, !mayEnd(holder),
        ended.contains(session.sessionID)
      {
        fail(.presentSessionIsNotEnded, "the present session \(session.sessionID) was ended")
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
      if !isAsked {
        fail(.alarmRepeatsEnds, "process \(index): the request to end \(session.sessionID) is not repeated")
      }
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
      fail(.laneMoves, "process \(index): the lane is stuck in \(machine.lane)")
    }
    if machine.lane == .idle {
      if !machine.jobs.queue.isEmpty { fail(.queueMoves, "process \(index): the queue is not empty") }
      if !machine.waiters.isEmpty && !machine.signIns.contains(where: { sent.contains($0.call) }) {
        fail(.callerIsServed, "process \(index): a caller waits for ever")
      }
      for signIn in machine.signIns {
        if case .waiting = signIn.stage, sent.isEmpty {
          fail(.signInIsSent, "process \(index): a sign-in waits for ever")
        }
      }
      if !machine.changes.isEmpty, !hasAlarm {
        fail(.changeIsStored, "process \(index): a change is never stored")
      }
    }
    for signIn in machine.signIns {
      if case .waiting = signIn.stage { continue }
      if !sent.contains(signIn.call), !machine.isAdopting(signIn.call) {
        fail(.signInEnds, "process \(index): the sign-in \(signIn.call) never ends")
      }
    }
    for call in process.calls where !sent.contains(call) && !machine.knows(call) {
      fail(.callerGetsAReply, "process \(index): the caller \(call) never gets a reply")
    }
    for session in machine.unfinished where machine.isKnown && machine.lane == .idle {
      if !asked.contains(session.sessionID), !hasAlarm {
        fail(.serverIsAskedToEnd, "process \(index): the server is never asked to end \(session.sessionID)")
      }
    }
    for signOut in machine.signOuts where machine.lane == .idle {
      if signOut.sessions.allSatisfy({ !asked.contains($0) }) {
        fail(.signOutReturns, "process \(index): a sign-out never returns")
      }
    }
  }

  /// The announced state is the stored one, except while a change waits to be stored.
  private mutating func checkAnnouncement(_ index: Int) {
    let process = processes[index]
    let machine = process.machine
    if machine.lane == .idle, let stored = machine.stored, !process.isBehind {
      if machine.changes.isEmpty, case .known(let holder, _) = process.view, holder != storage.holder {
        fail(
          .announcedSessionIsStored,
          "process \(index): \(holder?.id ?? "no session") is announced, and \(storage.holder?.id ?? "no session") stored"
        )
      }
      if stored != storage {
        fail(.storedRecordIsKnown, "process \(index): it takes another record for the stored one")
      }
    }
    if process.view != machine.view, machine.isKnown {
      fail(.viewIsAnnounced, "process \(index): the view is not announced")
    }
  }
}

extension SessionMachine {
  /// Whether a caller waits for something that this machine does.
  fileprivate func knows(_ call: Call) -> Bool {
    waiters.contains { $0.call == call } || signIns.contains { $0.call == call }
      || signOuts.contains { $0.call == call } || isAdopting(call)
      || hasJob { if case .profile(call, _) = $0 { true } else { false } }
  }

  fileprivate func isAdopting(_ call: Call) -> Bool {
    hasJob { if case .adopt(call, _) = $0 { true } else { false } }
  }

  /// Whether a job that a condition holds for is under way or waits.
  private func hasJob(_ isIt: (SessionJob) -> Bool) -> Bool {
    switch lane {
    case .opening(let job), .writing(let job, _, _, _), .asking(let job, _): if isIt(job) { return true }
    case .idle, .looking, .confirming: break
    }
    return jobs.queue.contains(where: isIt)
  }
}
