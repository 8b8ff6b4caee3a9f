/// Callers wait for fresh tokens, or for an anonymous user or a guest.
extension SessionMachine {
  mutating func take(_ need: Need, _ call: Call) {
    var waiter = Waiter(call: call, need: need, person: nil)
    switch need {
    case .token(_, let person), .user(_, let person): waiter.person = person
    case .anonymous, .guest: break
    }
    waiters.append(waiter)
  }

  mutating func serveWaiters() {
    var left: [Waiter] = []
    for waiter in waiters {
      var waiter = waiter
      if let answer = answer(&waiter) { reply(waiter.call, answer) } else { left.append(waiter) }
    }
    waiters = left
  }

  /// The reply to a waiter; nil if it has to wait for a job.
  private mutating func answer(_ waiter: inout Waiter) -> SessionReply? {
    guard stored != nil else {
      if !jobs.isLookPending { enqueue(.look([])) }
      return nil
    }
    let present = present
    if let person = waiter.person, person != present?.person { return .failed(.sessionEnded) }
    waiter.person = present?.session?.info.id ?? waiter.person
    switch (waiter.need, present) {
    case (.anonymous, .user), (.guest, .some): return .done
    case (.anonymous, _): enqueue(.visit(.anonymous))
    case (.guest, nil): enqueue(.visit(.guest))
    case (.user, .guest), (.user, nil): return .failed(.notSignedIn)
    case (.token, nil):
      guard settings.seeksVisitors else { return .failed(.notSignedIn) }
      enqueue(.visit(.offered))
    case (.token(let refused, _), .some(let holder)), (.user(let refused, _), .some(let holder)):
      if isFresh, holder.accessToken != refused { return .holder(holder) }
      if holder.guest != nil {
        enqueue(.visit(settings.seeksVisitors ? .offered : .guest))
      } else if !isRecovering {
        enqueue(.renew(refused: refused))
      }
    }
    return nil
  }

  /// Whether a backend or the server has refused an access token that looks fresh.
  func isRefused(_ token: String) -> Bool {
    waiters.contains {
      switch $0.need {
      case .token(let refused, _), .user(let refused, _): refused == token
      case .anonymous, .guest: false
      }
    }
      || signIns.contains {
        if case .waiting(_, _, refused: token) = $0.stage { true } else { false }
      }
  }

  /// Replies to the callers that wait for tokens or visitors, which are not available now.
  mutating func failWaiters(_ error: DoorwardError) {
    for waiter in waiters {
      let isAlive = known.life.map { $0.left(at: now) > 0 } ?? false
      switch waiter.need {
      case .token(let refused, _), .user(let refused, _):
        // The server cannot be reached, and the token is still valid.
        if let present, isAlive, present.accessToken != refused {
          reply(waiter.call, .holder(present))
          continue
        }
      case .anonymous, .guest: break
      }
      reply(waiter.call, .failed(error))
    }
    waiters = []
  }
}
