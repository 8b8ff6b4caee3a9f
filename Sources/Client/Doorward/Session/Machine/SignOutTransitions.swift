/// Sessions end: by a sign-out, by the server, or because a sign-in was cancelled.
extension SessionMachine {
  /// Signs out on this device at once. The lane stores the sign-out, and the server is asked to end the session.
  mutating func signOut(_ call: Call, of user: String?, _ isEverywhere: Bool) {
    if let user, let present, present.person != user { return reply(call, .failed(.sessionEnded)) }
    let session = present?.session
    let accountToken = isFresh ? session?.accountToken : nil
    if let present {
      changes.signedOut.append(SignedOut(id: present.id, person: present.person, at: now.wall))
    }
    if stored == nil { changes.signedOutBefore = now.wall }
    // A session that is being stored at this moment.
    if case .writing(_, let record, _, _) = lane, let holder = record.holder, holder.id != session?.sessionID
    {
      changes.signedOut.append(SignedOut(id: holder.id))
    }
    for signIn in signIns {
      if case .waiting = signIn.stage { reply(signIn.call, .failed(.cancelled)) }
    }
    signIns = []
    for waiter in waiters { reply(waiter.call, .failed(.sessionEnded)) }
    waiters = []
    jobs.removeVisits()
    cancelRequest()
    let sessions = unfinished
    signOuts.append(
      SignOutCall(
        call: call, isEverywhere: isEverywhere, isUnread: stored == nil, sessions: sessions.map(\.sessionID),
        hasSession: !sessions.isEmpty || stored?.holder?.session != nil))
    for ended in sessions where !ends.isAsking(ended.sessionID) {
      ends.begin(ended.sessionID)
      let isThis = ended.sessionID == session?.sessionID
      perform(
        .end(ended, everywhere: isEverywhere && isThis, accountToken: isThis ? accountToken : nil))
    }
    enqueue(.store)
  }

  /// Records that the server has ended a session at the request of this app.
  mutating func sessionIsOver(_ id: String) {
    changes.signedOut.append(SignedOut(id: id))
    changes.told.append(id)
    enqueue(.store)
  }

  mutating func endAnswered(_ id: String, isEnded: Bool, error: DoorwardError?) {
    ends.answered(id, isEnded: isEnded)
    if isEnded {
      known.use(id)
      changes.told.append(id)
      enqueue(.store)
    } else {
      failed(error)
    }
    for index in signOuts.indices where signOuts[index].sessions.contains(id) {
      signOuts[index].sessions.removeAll { $0 == id }
      if !isEnded { signOuts[index].isUntold = true }
      if let error { signOuts[index].error = error }
    }
  }

  /// Ends a session that is not adopted. The server answers a repeated sign-in with the same session, so it may be the
  /// present session, or may be adopted soon.
  mutating func end(_ session: SessionRecord) {
    var adopted = [present?.id]
    switch lane {
    case .opening(.adopt(_, let other)), .writing(.adopt(_, let other), _, _, _):
      adopted.append(other.sessionID)
    default: break
    }
    for case .adopt(_, let other) in jobs.queue { adopted.append(other.sessionID) }
    guard !adopted.contains(session.sessionID) else { return }
    changes.ended.append(EndedSession(session))
    enqueue(.store)
  }

  mutating func askToEnd() {
    let unfinished = unfinished
    ends.keep(unfinished)
    for session in unfinished where !ends.has(session.sessionID) {
      ends.begin(session.sessionID)
      // A sign-out everywhere may have found its session only now.
      let isEverywhere = signOuts.contains { $0.isEverywhere && $0.isUnread }
      perform(.end(session, everywhere: isEverywhere, accountToken: nil))
      for index in signOuts.indices {
        signOuts[index].sessions.append(session.sessionID)
        signOuts[index].hasSession = true
      }
    }
  }

  mutating func replyToSignOuts() {
    for signOut in signOuts {
      guard let isStored = signOut.isStored, signOut.sessions.isEmpty else { continue }
      let serverKnows = !signOut.isUntold
      if signOut.isEverywhere, signOut.error != nil || signOut.isUnread && !isStored && !signOut.hasSession {
        let error = signOut.error ?? signOut.storageError.map { .storage($0) }
        reply(signOut.call, .failed(.notSignedOutElsewhere(error ?? .offline)))
      } else if isStored || signOut.hasSession && serverKnows {
        reply(signOut.call, .signedOut(SignOutResult(serverKnows: serverKnows, isStored: isStored)))
      } else {
        reply(signOut.call, .failed(.signOutNotStored(signOut.storageError)))
      }
    }
    signOuts.removeAll { $0.isStored != nil && $0.sessions.isEmpty }
  }
}

/// The result of a sign-out at the time ``Doorward/Doorward/signOut(scope:)`` returns. The user is signed out on this
/// device in any case.
public struct SignOutResult: Sendable, Hashable {
  /// Whether the server has confirmed that the session has ended. If not, the SDK repeats the request until the server
  /// confirms it, also after the next start of the app.
  public let serverKnows: Bool
  /// Whether the sign-out is stored. If not, the SDK tries again while the app runs.
  public let isStored: Bool

  init(serverKnows: Bool, isStored: Bool) {
    self.serverKnows = serverKnows
    self.isStored = isStored
  }
}
