/// When somebody signed out.
struct Departure: Sendable, Equatable {
  /// By the device's clock.
  let at: Double
  /// The generation that began then.
  let generation: UInt64
}

/// What a sign-out could not take out of its storage.
struct LeftBehind: Sendable {
  /// A session, or a guest; nil while it could not be read to say which.
  var record: KeptRecord?
  let departure: Departure
  /// What the server knows of it.
  var notice = Notice.untold
  /// Why it is there still.
  let reason: StorageError

  /// What the server has been told.
  enum Notice { case untold, underWay, given }

  /// Whether it is what a storage holds: not what another process has put there since. What could not be read is
  /// known by the time alone.
  func isIt(_ found: KeptRecord) -> Bool {
    record?.isSamePerson(as: found) ?? (found.receivedAt <= departure.at)
  }
}
