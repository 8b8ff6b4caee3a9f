/// A sign-in begins, waits for the tokens that its request needs, is sent, and is answered.
extension SessionMachine {
  mutating func begin(_ call: Call) {
    guard !signIns.contains(where: { $0.call == call }) else { return }
    signIns.append(SignIn(call: call, stage: .begun))
  }

  mutating func submit(_ call: Call, _ request: SignInRequest, attachment: Attachment) {
    begin(call)
    setStage(.waiting(request, attachment, refused: nil), of: call)
  }

  private mutating func setStage(_ stage: SignIn.Stage, of call: Call) {
    guard let index = signIns.firstIndex(where: { $0.call == call }) else { return }
    signIns[index].stage = stage
  }

  mutating func signInAnswered(_ call: Call, _ result: Result<SessionRecord, DoorwardError>) {
    guard let signIn = signIns.first(where: { $0.call == call }) else {
      // A sign-out, or a sign-in that began later, was faster.
      if case .success(let session) = result { end(session) }
      return reply(call, .failed(.cancelled))
    }
    switch result {
    case .success(let session):
      if let person = signIn.reauthenticates, person != session.info.id || present?.person != person {
        signIns.removeAll { $0.call == call }
        end(session)
        return reply(call, .failed(present?.person == person ? .differentAccount : .sessionEnded))
      }
      enqueue(.adopt(call, session))
      cancelRequest()
    case .failure(let error): signInFailed(signIn, error)
    }
  }

  private mutating func signInFailed(_ signIn: SignIn, _ error: DoorwardError) {
    guard case .asking(let request, let attachment, let attached, let isRepeated) = signIn.stage else {
      signIns.removeAll { $0.call == signIn.call }
      return reply(signIn.call, .failed(error))
    }
    if !isRepeated, error.status == 401, error.code == .invalidToken {
      // A renewal has meanwhile shown that the session of the anonymous user has ended.
      guard let attached else {
        return send(request, attachment, session: nil, isRepeated: true, call: signIn.call)
      }
      // The device's clock was set back, so an old token looked fresh; or the session has ended. A renewal shows which.
      return setStage(.waiting(request, attachment, refused: attached), of: signIn.call)
    }
    signIns.removeAll { $0.call == signIn.call }
    reply(signIn.call, .failed(error))
    let isUnanswered = error.leavesProofUnused || error.code == .cancelled
    if isUnanswered {
      if signIn.call == SignIn.resumed {
        upkeep.resumesUpgrade = true
        failed(error)
      }
    } else if let visitor = present?.visitor, visitor.pendingUpgrade?.key == request.key {
      if attached == nil {
        // The session of the anonymous user and the upgrade have ended.
        changes.signedOut.append(SignedOut(id: visitor.sessionID))
        changes.told.append(visitor.sessionID)
      } else {
        changes.refusedUpgrades.append(request.key)
      }
      enqueue(.store)
    }
  }

  /// Sends the proofs that no longer have to wait.
  mutating func advanceSignIns() {
    var rejected: Set<Call> = []
    for index in signIns.indices {
      guard case .waiting(let request, let attachment, let refused) = signIns[index].stage else { continue }
      if stored == nil, readError == nil || jobs.isLookPending {
        if !jobs.isLookPending { enqueue(.look([])) }
        continue
      }
      let person = signIns[index].reauthenticates ?? present?.person
      if attachment == .present {
        guard let session = present?.session, session.info.id == person else {
          reply(signIns[index].call, .failed(present == nil ? .notSignedIn : .sessionEnded))
          rejected.insert(signIns[index].call)
          continue
        }
        signIns[index].reauthenticates = session.info.id
      }
      let session =
        switch attachment {
        case .present: present?.session
        case .visitor: present?.visitor
        case .nothing: nil as SessionRecord?
        }
      guard let session else {
        send(request, attachment, session: nil, isRepeated: refused != nil, call: signIns[index].call)
        continue
      }
      guard isFresh, session.accessToken != refused else {
        if !isRecovering { enqueue(.renew(refused: refused)) }
        continue
      }
      if attachment == .visitor, request.isStorable, session.pendingUpgrade != request {
        enqueue(.prepareUpgrade(signIns[index].call))
      } else {
        send(request, attachment, session: session, isRepeated: refused != nil, call: signIns[index].call)
      }
    }
    signIns.removeAll { rejected.contains($0.call) }
  }

  private mutating func send(
    _ request: SignInRequest, _ attachment: Attachment, session: SessionRecord?, isRepeated: Bool,
    call: Call
  ) {
    setStage(
      .asking(request, attachment, attached: session?.accessToken, isRepeated: isRepeated), of: call)
    for index in signIns.indices where signIns[index].call == call && signIns[index].replaces == nil {
      signIns[index].replaces = session?.sessionID
    }
    perform(.signIn(call, request, token: session?.accountToken))
  }

  /// Sends an upgrade again whose answer was not received; without a session if the session has ended.
  mutating func resumeUpgrade(isOver: Bool = false) {
    upkeep.resumesUpgrade = false
    guard let visitor = present?.visitor, let upgrade = visitor.pendingUpgrade, isOver || signIns.isEmpty
    else {
      return
    }
    for signIn in signIns {
      // The answer is pending. The server may have read the request before the session ended, or will refuse it.
      guard case .asking(upgrade, let attachment, _, _) = signIn.stage else { continue }
      return setStage(.asking(upgrade, attachment, attached: nil, isRepeated: false), of: signIn.call)
    }
    let own = signIns.firstIndex {
      if case .waiting(upgrade, _, _) = $0.stage { true } else { $0.call == SignIn.resumed }
    }
    if own == nil { signIns.insert(SignIn(call: SignIn.resumed, stage: .begun), at: 0) }
    signIns[own ?? 0].replaces = visitor.sessionID
    send(upgrade, .visitor, session: isOver ? nil : visitor, isRepeated: false, call: signIns[own ?? 0].call)
  }

  /// Whether the session of an anonymous user has ended, and the server is asked for the session that an upgrade has
  /// opened in its place.
  var isRecovering: Bool {
    guard let upgrade = present?.visitor?.pendingUpgrade else { return false }
    return signIns.contains {
      if case .asking(upgrade, _, attached: nil, _) = $0.stage { true } else { false }
    }
  }

  func waitingRequest(of call: Call) -> SignInRequest? {
    guard case .waiting(let request, _, _)? = signIns.first(where: { $0.call == call })?.stage else {
      return nil
    }
    return request
  }

  mutating func failWaitingSignIns(_ error: DoorwardError) {
    for signIn in signIns {
      if case .waiting = signIn.stage { reply(signIn.call, .failed(error)) }
    }
    signIns.removeAll { if case .waiting = $0.stage { true } else { false } }
  }
}
