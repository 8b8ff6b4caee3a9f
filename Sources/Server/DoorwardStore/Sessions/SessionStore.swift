#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about sessions.
package protocol SessionReading {
  /// The session; ended and expired sessions are included until they are purged.
  func session(_ id: Session.ID) throws -> Session?

  /// The number of sessions of all users that have not ended at `instant`. The time of the query grows with their number.
  func countOfLiveSessions(at instant: Date) throws -> Int

  /// The number of users who have used a session since `moment`. The time of the query grows with the number of sessions. A user
  /// whose sessions have ended and were purged is not counted.
  func countOfActiveUsers(since moment: Date) throws -> Int

  /// One part of the sessions that are live at `instant`, newest first.
  ///
  /// `lastingOnly` says whether to omit brief sessions (``Session/isBrief``). `position` is the end of the part before;
  /// nil for the first part. `limit` is the most sessions to return.
  ///
  /// - Returns: the sessions that come next.
  /// - Throws: ``StoreError``.
  func liveSessions(
    of user: User.ID, at instant: Date, lastingOnly: Bool, after position: ListPosition<Session>?, limit: Int
  ) throws -> [Session]
}

/// Changes of sessions.
package protocol SessionWriting: SessionReading {
  /// The session, locked against changes by other transactions until this one ends; nil if there is none.
  func lockedSession(_ id: Session.ID) throws -> Session?
  /// Adds a session to a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken, ``StoreError/Code/missing`` if there is no such user.
  func insert(_ session: Session) throws
  /// Updates `lastUsedAt`, `proofs`, `refresh` and `client`. It never ends a session or revives one.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such session.
  func update(_ session: Session) throws
  /// Updates `lastUsedAt` and `refresh` and nothing else.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such session.
  func updateRefresh(of session: Session) throws
  /// Ends a session.
  ///
  /// - Returns: false if the session was not live at `instant`. Then it does not change.
  /// - Throws: ``StoreError``.
  @discardableResult
  func end(_ session: Session.ID, because reason: SessionEnding.Reason, at instant: Date) throws -> Bool
  /// Ends the user's sessions that are live at `instant`.
  ///
  /// No other session can follow from `kept`: its unspent authorization codes are spent, and its approvals of devices that
  /// have no session yet become denials.
  ///
  /// `kept` is a session that does not end. `reason` is the reason of the end of the other sessions.
  ///
  /// - Returns: the number of ended sessions.
  /// - Throws: ``StoreError``.
  @discardableResult
  func endSessions(
    of user: User.ID, except kept: Session.ID?, because reason: SessionEnding.Reason, at instant: Date
  ) throws -> Int
  /// Ends live sessions of all users.
  ///
  /// `limit` is the most sessions to end, so that no call blocks the writer for long.
  ///
  /// - Returns: the number of ended sessions; less than `limit` if no session is live any more.
  /// - Throws: ``StoreError``.
  func endSessions(limit: Int, because reason: SessionEnding.Reason, at instant: Date) throws -> Int
  /// Ends the user's live sessions of one kind, except the most recently used ones.
  ///
  /// `areBrief` says whether to end sessions whose ``Session/isBrief`` is true. If false, the other sessions end.
  /// `count` is the number of sessions that stay.
  ///
  /// - Returns: the number of ended sessions.
  /// - Throws: ``StoreError``.
  @discardableResult
  func endSessions(of user: User.ID, areBrief: Bool, leaving count: Int, at instant: Date) throws -> Int
}
