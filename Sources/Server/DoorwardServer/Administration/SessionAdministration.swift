import DoorwardAdministration
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import Encodings

/// The operator's commands on sessions.
extension Administration {
  /// The live sessions of a user, newest first; nil if there is no such user.
  package func sessions(of name: String) async throws -> [JSONValue]? {
    let now = clock.now
    return try await installation.store.read { snapshot in
      guard let id = try snapshot.userID(name) else { return nil }
      return try snapshot.liveSessions(of: id, at: now, lastingOnly: false, after: nil, limit: .max).map {
        .object($0.json(current: nil, naming: SignInMethods.name))
      }
    }
  }

  /// Ends the sessions of a user.
  ///
  /// - Parameters:
  ///   - name: the user.
  ///   - session: one session; nil for all.
  /// - Returns: the number of ended sessions; nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func endSessions(of name: String, _ session: String?) async throws -> Int? {
    var details = SecurityLog.Details()
    details.session = session.flatMap { Session.ID($0) }
    return try await actOnUser(name, session == nil ? .sessionsEnd : .sessionEnd, details) { [details] id in
      // An id that is none ends nothing.
      if session != nil, details.session == nil { return 0 }
      return try await userActs().endSessions(of: id, only: details.session, by: origin)
    }
  }

  /// Ends the sessions of all users. After a backup was restored, the sessions that users had ended since then are live
  /// again, and so are their refresh tokens.
  ///
  /// - Returns: the number of ended sessions.
  /// - Throws: ``StoreError``.
  package func endAllSessions() async throws -> Int {
    let now = clock.now
    var details = SecurityLog.Details()
    details.choice = "all"
    return try await act(.sessionsEnd, details) { details in
      var count = 0
      while true {
        let ended = try await installation.store.write { [origin, isFirst = count == 0] transaction in
          let ended = try transaction.endSessions(
            limit: Self.sessionsPerTransaction, because: .endedByOperator, at: now)
          if ended > 0 || isFirst {
            try transaction.record(
              .sessionsEnded(.endedByOperator, count: ended), about: EventSubjects(), by: origin, at: now)
          }
          return ended
        }
        count += ended
        details.count = count
        guard ended == Self.sessionsPerTransaction else { return count }
      }
    }
  }

  private static var sessionsPerTransaction: Int { 1000 }
}
