/// Decisions of this process that its storage does not hold yet: sign-outs, sessions that the server has
/// ended, and a new token of the device.
///
/// A change is applied to the record that the storage holds at that time, so it is safe to apply it later, after a
/// failure, and twice.
struct SessionChanges: Sendable, Hashable {
  /// Sessions and guests that have signed out here.
  var signedOut: [SignedOut] = []
  /// The time of a sign-out while the storage could not be read. Every earlier session and guest is signed out.
  var signedOutBefore: Double?
  /// Sessions that were never stored and that the server has to end.
  var ended: [EndedSession] = []
  /// Sessions that the server has ended.
  var told: [String] = []
  /// The keys of upgrades that the server has refused.
  var refusedUpgrades: [String] = []
  /// The token of the device from an answer of the server.
  var device: String?

  var isEmpty: Bool { self == SessionChanges() }

  /// Whether there is more than a new token of the device.
  var concernSessions: Bool { self != SessionChanges(device: device) }

  /// Whether a session or guest of the storage has signed out here.
  func hides(_ holder: SessionHolder) -> Bool {
    signedOut.contains { $0.id == holder.id || $0.person == holder.person && holder.receivedAt < $0.at }
      || signedOutBefore.map { holder.receivedAt <= $0 } ?? false
  }

  /// The record with the changes.
  func applied(to record: StoredRecord) -> StoredRecord {
    guard !isEmpty else { return record }
    var new = record
    if let device { new.device = device }
    if let holder = record.holder, hides(holder) {
      new.holder = nil
      if let session = holder.session { new.add(EndedSession(session)) }
    }
    for session in ended { new.add(session) }
    if var session = new.holder?.session, let upgrade = session.pendingUpgrade,
      refusedUpgrades.contains(upgrade.key)
    {
      session.pendingUpgrade = nil
      new.holder = .user(session)
    }
    new.ended.removeAll { told.contains($0.sessionID) || $0.sessionID == new.holder?.session?.sessionID }
    return new
  }

  /// Removes the changes that have been stored.
  mutating func remove(_ stored: SessionChanges) {
    signedOut.removeAll { stored.signedOut.contains($0) }
    if signedOutBefore == stored.signedOutBefore { signedOutBefore = nil }
    ended.removeAll { stored.ended.contains($0) }
    told.removeAll { stored.told.contains($0) }
    refusedUpgrades.removeAll { stored.refusedUpgrades.contains($0) }
    if device == stored.device { device = nil }
  }
}

/// A session or guest that has signed out.
struct SignedOut: Sendable, Hashable {
  let id: String
  /// The user or guest. The storage may have a newer session of the same person when the sign-out is stored: another
  /// process has signed in again, or the server has upgraded an anonymous user. The sign-out ends earlier sessions
  /// only.
  var person: String?
  var at = 0.0
}

extension StoredRecord {
  /// Adds a session that the server has to end.
  mutating func add(_ session: EndedSession) {
    guard !ended.contains(where: { $0.sessionID == session.sessionID }) else { return }
    ended.append(session)
    if ended.count > Self.mostEnded { ended.removeFirst() }
  }
}
