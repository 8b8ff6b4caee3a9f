/// A session that was signed out of and could not be taken out of its storage.
struct LeftBehind: Sendable {
  /// Which; nil while it could not be read to say that.
  var session: SessionRecord?
  /// When it was signed out of, by the device's clock.
  let signedOutAt: Double
  /// Whether the server has been told.
  var isTold = false
  /// Why it is there still.
  let reason: StorageError

  /// Whether it is the session that a storage holds: not one that another process has put there since.
  func isSession(_ found: SessionRecord) -> Bool {
    session.map { $0.sessionID == found.sessionID } ?? (found.receivedAt <= signedOutAt)
  }
}
