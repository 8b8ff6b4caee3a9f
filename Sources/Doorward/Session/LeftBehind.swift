/// A session that was signed out of and could not be taken out of its storage.
struct LeftBehind: Sendable {
  /// Which; nil while it could not be read to say that.
  var session: SessionRecord?
  /// When it was signed out of, by the device's clock.
  let signedOutAt: Double
  /// What the server knows of it.
  var notice = Notice.none
  /// Why it is there still.
  let reason: StorageError

  /// What the server has been told.
  enum Notice { case none, underWay, given }

  /// Whether it is the session that a storage holds: not one that another process has put there since.
  func isSession(_ found: SessionRecord) -> Bool {
    session.map { $0.sessionID == found.sessionID } ?? (found.receivedAt <= signedOutAt)
  }
}
