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

  /// Whether it is what a storage holds: not what another process has put there since. A guest has no session, and
  /// is known by the time alone.
  func isIt(_ found: KeptRecord) -> Bool {
    session.map { $0.sessionID == found.session?.sessionID } ?? (found.receivedAt <= signedOutAt)
  }
}
