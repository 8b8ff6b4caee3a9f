/// A session that was signed out of and could not be taken out of its storage.
struct LeftBehind: Sendable {
  /// Which; nil while it could not be read to say that.
  var session: SessionRecord?
  /// Why it is there still.
  let reason: StorageError
}
