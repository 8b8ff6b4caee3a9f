@testable import Doorward

/// The effects of the machines.
extension SessionWorld {
  mutating func send(_ event: SessionEvent, to process: Int) {
    // The answer to a sign-in has the token of the device.
    let device: String? = if case .signInAnswered(_, .success) = event { "device" } else { nil }
    let event = mutated(event, process)
    for effect in mutated(processes[process].machine.handle(event, device: device, at: now)) {
      perform(effect, process)
    }
  }

  /// Reports an answer of the server. The app itself has sent the request of a browser sign-in, and cancels the sign-in if
  /// the request fails.
  mutating func deliver(_ answer: SessionEvent, to process: Int) {
    if case .signInAnswered(Act.browser.call, .failure) = answer {
      cancelSignIn(Act.browser.call, process)
    } else {
      send(answer, to: process)
    }
  }

  private mutating func perform(_ effect: SessionEffect, _ process: Int) {
    switch effect {
    case .look: processes[process].flights.append(.look)
    case .open: processes[process].flights.append(.open)
    case .write(let record): processes[process].flights.append(.write(mutated(record, process)))
    case .close: if lockHolder == process { lockHolder = nil }
    case .renew, .visit, .confirm, .signIn: processes[process].flights.append(.request(effect))
    case .end(let session, _, _):
      processes[process].ended.insert(session.sessionID)
      processes[process].flights.append(.request(effect))
    case .cancelRequest: cancel(process)
    case .announce(let view): announced(view, process)
    case .reply(let call, let reply): replied(call, mutated(reply, call, process), process)
    case .wake(let seconds, _):
      processes[process].flights.removeAll { if case .alarm = $0 { true } else { false } }
      if seconds != nil, mutation != .alarmIsLost { processes[process].flights.append(.alarm) }
    }
  }

  /// The request of the present job ends; the server may have its part already.
  private mutating func cancel(_ process: Int) {
    for (place, flight) in processes[process].flights.enumerated() {
      switch flight {
      case .request(let request):
        switch request {
        case .renew, .visit, .confirm:
          processes[process].flights[place] = .answer(Self.unanswered(request, .cancelled))
        default: break
        }
      default: break
      }
    }
  }

  mutating func store(_ record: StoredRecord, _ process: Int) {
    checkStore(record, process)
    if let before = storage.holder?.id, before != record.holder?.id { gone.insert(before) }
    if let session = record.holder?.session {
      began[session.sessionID] = min(began[session.sessionID] ?? .infinity, session.receivedAt)
      if let upgrade = session.pendingUpgrade { upgraded[upgrade.key] = session.sessionID }
    }
    previous = storage
    storage = record
    isDamaged = false
    for other in processes.indices where other != process { processes[other].isBehind = true }
  }
}
