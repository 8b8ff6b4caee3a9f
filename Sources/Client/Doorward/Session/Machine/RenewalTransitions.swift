internal import Encodings

/// Handles the answers to a renewal, to a request for a visitor, and to the request for the user of the session.
extension SessionMachine {
  mutating func renewed(_ result: Result<SessionRecord, DoorwardError>) {
    guard case .asking(.renew(let refused), let isVoid) = lane, let stored else { return }
    var new = changes.applied(to: stored)
    guard !isVoid, let session = new.holder?.session else { return write(.store, new, isLast: true) }
    switch result {
    case .success(var renewed):
      renewed.pendingUpgrade = session.pendingUpgrade
      new.holder = .user(renewed)
      known.verify()
      write(.renew(refused: refused), new, isLast: true)
    case .failure(let error) where error.isDefiniteRefusal:
      if session.info.isAnonymous, session.pendingUpgrade != nil {
        // An upgrade ends the session of the anonymous user, so its answer may have been lost.
        resumeUpgrade(isOver: true)
        return write(.store, new, isLast: true)
      }
      changes.signedOut.append(SignedOut(id: session.sessionID))
      changes.told.append(session.sessionID)
      write(.store, changes.applied(to: stored), isLast: true)
    case .failure(let error):
      perform(.close)
      jobs.lane = .idle
      failed(error)
      failWaiters(error)
      failWaitingSignIns(error)
    }
  }

  mutating func visited(_ result: Result<SessionHolder?, DoorwardError>) {
    guard case .asking(.visit(let visit), let isVoid) = lane, let stored else { return }
    var new = changes.applied(to: stored)
    switch result {
    case .success(let holder?):
      if isVoid {
        if let session = holder.session { changes.ended.append(EndedSession(session)) }
        return write(.store, changes.applied(to: stored), isLast: true)
      }
      new.holder = holder
      write(.visit(visit), new, isLast: true)
    case .success(nil):
      if let guest = present?.guest, !isVoid { changes.signedOut.append(SignedOut(id: guest.id)) }
      upkeep.hasNoVisitors = true
      if !isVoid { failWaiters(.notSignedIn) }
      write(.store, changes.applied(to: stored), isLast: true)
    case .failure(let error):
      perform(.close)
      jobs.lane = .idle
      guard !isVoid else { return }
      failed(error)
      failWaiters(error)
    }
  }

  mutating func confirmed(_ result: Result<SessionUser, DoorwardError>) {
    guard case .confirming(let sessionID) = lane else { return }
    jobs.lane = .idle
    guard let session = present?.session, session.sessionID == sessionID else { return }
    switch result {
    case .success(let user):
      enqueue(.profile(SignIn.resumed, user))
    case .failure(let error) where error.code == .invalidToken && error.status == 401:
      enqueue(.renew(refused: session.accessToken))
    case .failure(let error): if error.code != .cancelled { failed(error) }
    }
  }
}
