package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreWriting {
  /// Ends a session, and stores the event if the session was live.
  ///
  /// - Returns: false if it was not live.
  @discardableResult
  package func end(
    _ session: Session, because reason: SessionEnding.Reason, by origin: EventOrigin, at moment: Date
  ) throws -> Bool {
    guard try end(session.id, because: reason, at: moment) else { return false }
    try record(.sessionEnded(reason), about: EventSubjects(session), by: origin, at: moment)
    return true
  }

  /// Ends the live sessions of a user, and stores one event if there were some.
  ///
  /// - Returns: the number of ended sessions.
  @discardableResult
  package func endSessions(
    of user: User.ID, except kept: Session.ID?, because reason: SessionEnding.Reason, by origin: EventOrigin,
    at moment: Date
  ) throws -> Int {
    let count = try endSessions(of: user, except: kept, because: reason, at: moment)
    if count > 0 {
      try record(
        .sessionsEnded(reason, count: count), about: EventSubjects(user: user), by: origin, at: moment)
    }
    return count
  }
}
