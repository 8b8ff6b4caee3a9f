/// Every event has a transition of its name. After the transition the machine takes the steps that the new state allows.
extension SessionMachine {
  mutating func take(_ event: SessionEvent) {
    switch event {
    case .read(let call): enqueue(.look([call]))
    case .storageChanged: if !jobs.queue.contains(.look([])) { enqueue(.look([])) }
    case .want(let call, let need): take(need, call)
    case .beginSignIn(let call): begin(call)
    case .submit(let call, let request, let attachment):
      submit(call, request, attachment: attachment)
    case .signInAnswered(let call, let result): signInAnswered(call, result)
    case .cancelSignIn(let call): signIns.removeAll { $0.call == call }
    case .profile(let call, let user): enqueue(.profile(call, user))
    case .sessionIsOver(let id): sessionIsOver(id)
    case .signOut(let call, let user, let isEverywhere): signOut(call, of: user, isEverywhere)
    case .looked(let result): looked(result)
    case .opened(let found, let key): opened(found, key)
    case .written(let result): written(result)
    case .renewed(let result): renewed(result)
    case .visited(let result): visited(result)
    case .confirmed(let result): confirmed(result)
    case .endAnswered(let id, let isEnded, let error):
      endAnswered(id, isEnded: isEnded, error: error)
    case .woke: woke()
    }
  }

  /// Takes the steps that the new state allows.
  mutating func settle(isWoken: Bool) {
    serveWaiters()
    advanceSignIns()
    askToEnd()
    startNextJob()
    if lane == .idle, upkeep.failures == 0 || isWoken {
      keepUp()
      startNextJob()
      if lane == .idle, !isAsking { upkeep.failures = 0 }
    }
    replyToSignOuts()
    setAlarm()
  }
}
