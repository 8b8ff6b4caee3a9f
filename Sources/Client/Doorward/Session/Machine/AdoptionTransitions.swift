/// Stores the session of a sign-in in place of the present one, or reports that this failed.
extension SessionMachine {
  /// Whether the session of a sign-in may replace the present one. A later sign-out or sign-in has precedence, also one
  /// of another process.
  func canAdopt(_ session: SessionRecord, of call: Call, in record: StoredRecord) -> Bool {
    guard let signIn = signIns.first(where: { $0.call == call }) else { return false }
    if record.holder?.id == session.sessionID { return true }
    guard !known.used.contains(session.sessionID) else { return false }
    guard !record.ended.contains(where: { $0.sessionID == session.sessionID }) else { return false }
    return signIn.replaces == nil || signIn.replaces == record.holder?.id
  }

  /// Replies that the sign-in was cancelled, and ends its session.
  mutating func refuseAdoption(_ session: SessionRecord, _ call: Call) {
    signIns.removeAll { $0.call == call }
    end(session)
    reply(call, .failed(.cancelled))
  }

  /// The storage has the session.
  mutating func adopted(_ session: SessionRecord, _ call: Call) {
    // A sign-out during the write has removed the sign-in and hides its session.
    guard let place = signIns.firstIndex(where: { $0.call == call }) else {
      return reply(call, .failed(.cancelled))
    }
    known.verify(present?.id == session.sessionID)
    let overtaken = signIns[..<place]
    signIns.removeFirst(place + 1)
    for signIn in overtaken {
      // The other sign-ins get their reply with the answer to their proof.
      if case .waiting = signIn.stage { reply(signIn.call, .failed(.cancelled)) }
    }
    for index in signIns.indices where signIns[index].replaces != nil {
      signIns[index].replaces = session.sessionID
    }
    reply(call, .signedIn(recoveryCodes: session.recoveryCodes, isNewUser: session.isNewUser))
  }

  /// The storage could not be read or written.
  mutating func adoptionFailed(_ session: SessionRecord, call: Call, error: StorageError, isWrite: Bool) {
    signIns.removeAll { $0.call == call }
    reply(call, .failed(.storage(error)))
    guard session.sessionID != present?.id else { return }
    // The upgrade of an anonymous user is requested again, and has the same answer.
    if present?.visitor?.pendingUpgrade != nil, present?.person == session.info.id {
      upkeep.resumesUpgrade = true
      return
    }
    end(session)
    // The storage may hold the session although it has reported a failure. Another process may replace it before this
    // process reads the storage.
    if isWrite {
      known.use(session.sessionID)
      changes.signedOut.append(SignedOut(id: session.sessionID))
      enqueue(.store)
    }
  }
}

extension StoredRecord {
  /// Replaces the present session by the session of a sign-in. The server has to end the replaced session.
  mutating func adopt(_ session: SessionRecord) {
    var session = session
    session.recoveryCodes = []
    session.isNewUser = false
    if let before = holder?.session {
      if before.sessionID == session.sessionID {
        // A reauthentication does not renew the refresh token. A later renewal may have.
        session.refreshToken = before.refreshToken
        session.pendingRefresh = before.pendingRefresh
      } else if !(before.info.isAnonymous && before.info.id == session.info.id) {
        // The server has ended the session of an anonymous user with the upgrade.
        add(EndedSession(before))
      }
    }
    holder = .user(session)
  }
}
