/// Every event has a transition of its name. After the transition the machine takes the steps that the new state allows.
extension SessionMachine {
  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - device: The token of the device, if an answer of the server has contained one since the previous event.
  ///   - now: The time.
  /// - Returns: The effects to perform, in this order.
  mutating func handle(_ event: SessionEvent, device: String? = nil, at now: Moment) -> [SessionEffect] {
    self.now = now
    effects = []
    if let device { changes.device = device }
    take(event)
    settle(isWoken: { if case .woke = event { true } else { false } }())
    defer { effects = [] }
    return effects
  }

  private mutating func take(_ event: SessionEvent) {
    switch event {
    case .read(let call): enqueue(.look([call]))
    case .storageChanged: if !queue.contains(.look([])) { enqueue(.look([])) }
    case .want(let call, let need): take(need, call)
    case .beginSignIn(let call): begin(call)
    case .submit(let call, let request, let attachment): submit(call, request, attachment)
    case .signInAnswered(let call, let result): signInAnswered(call, result)
    case .cancelSignIn(let call): signIns.removeAll { $0.call == call }
    case .profile(let call, let user): enqueue(.profile(call, user))
    case .sessionIsOver(let id): sessionIsOver(id)
    case .signOut(let call, let isEverywhere): signOut(call, isEverywhere)
    case .looked(let result): looked(result)
    case .opened(let found, let key): opened(found, key)
    case .written(let result): written(result)
    case .renewed(let result): renewed(result)
    case .visited(let result): visited(result)
    case .confirmed(let result): confirmed(result)
    case .endAnswered(let id, let isEnded, let error): endAnswered(id, isEnded, error)
    case .woke: woke()
    }
  }

  /// Takes the steps that the new state allows, and announces the state.
  private mutating func settle(isWoken: Bool) {
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
    let view = view
    if view != announced {
      announced = view
      // No caller gets a token of a user before that user is announced.
      effects.insert(.announce(view), at: 0)
    }
  }

  mutating func reply(_ call: Call, _ reply: SessionReply) {
    if call != SignIn.resumed { effects.append(.reply(call, reply)) }
  }
}
