@testable import Doorward

extension SessionWorld {
  /// Deliberate mistakes, which the invariants have to find.
  enum Mutation: CaseIterable {
    // MARK: The storage

    /// Processes do not lock the storage.
    case withoutLock
    /// The key of a renewal is not stored.
    case keyIsNotStored
    /// A sign-out stays in memory.
    case signOutIsNotStored
    /// A process reads the record from before the last write.
    case readsAreStale
    /// The sign-in of an anonymous user is not stored before it is sent.
    case upgradeIsNotStored
    /// The first write of a renewal removes the session.
    case renewalRemovesTheSession
    /// A write removes the token of the device.
    case deviceIsRemoved
    /// A damaged record counts as an empty one.
    case unreadableCountsAsEmpty
    /// The upgrade of an earlier start is stored over the sign-out of another process.
    case resumedUpgradeIsForced

    // MARK: The machine

    /// The machine forgets that a user has signed out before that is stored.
    case signOutIsForgotten
    /// The machine forgets which sessions it has seen.
    case usedSessionsAreForgotten
    /// The machine forgets for whom its callers wait, and which tokens were refused.
    case waitersAreForgotten
    /// The machine forgets the stored upgrade when the server refuses the session of the anonymous user.
    case upgradeIsForgotten
    /// The machine forgets its job.
    case jobIsForgotten
    /// A renewal without an answer counts as refused.
    case refusalIsAssumed

    // MARK: The effects

    /// Alarms never ring.
    case alarmIsLost
    /// An alarm rings and repeats nothing.
    case alarmRepeatsNothing
    /// The session of a late answer is ended, although an earlier answer to the same proof has the same session.
    case winnerIsEnded
    case jobIsLost, signInIsLost, endIsLost, replyIsLost, announcementIsLost
    /// Callers get their replies before the state is announced.
    case announcementIsLate
    /// The caller of a sign-in from before a sign-out learns that it has succeeded.
    case cancelledSignInSucceeds
  }

  /// The record that a process finds when it has locked the storage.
  func found(by process: Int) -> StoredRecord {
    if mutation == .readsAreStale { return previous }
    if isDamaged { return StoredRecord() }
    let machine = processes[process].machine
    if mutation == .resumedUpgradeIsForced, case .opening(.adopt(SignIn.resumed, _)) = machine.lane {
      return machine.stored ?? storage
    }
    return storage
  }

  func mutated(_ record: StoredRecord, _ process: Int) -> StoredRecord {
    guard let mutation else { return record }
    var record = record
    if mutation == .deviceIsRemoved { record.device = nil }
    if mutation == .renewalRemovesTheSession,
      case .writing(.renew, _, _, isLast: false) = processes[process].machine.lane
    {
      record.holder = nil
    } else if var session = record.holder?.session {
      if mutation == .keyIsNotStored { session.pendingRefresh = nil }
      if mutation == .upgradeIsNotStored { session.pendingUpgrade = nil }
      record.holder = .user(session)
    } else if mutation == .signOutIsNotStored {
      return storage
    }
    return record
  }

  /// Changes an event, or the machine before the event.
  mutating func mutated(_ event: SessionEvent, _ process: Int) -> SessionEvent {
    switch mutation {
    case .signOutIsForgotten:
      if case .signOut = event { break }
      processes[process].machine.changes.signedOut = []
    case .usedSessionsAreForgotten:
      guard let stored = processes[process].machine.stored else { break }
      let isVerified = processes[process].machine.known.isVerified
      processes[process].machine.known = KnownRecord(stored, isVerified: isVerified, at: now)
    case .waitersAreForgotten:
      let waiters = processes[process].machine.waiters
      processes[process].machine.waiters = waiters.map {
        if case .token = $0.need {
          Waiter(call: $0.call, need: .token(refused: nil, of: nil), person: nil)
        } else {
          $0
        }
      }
    case .upgradeIsForgotten:
      guard case .renewed(.failure) = event, var record = processes[process].machine.stored,
        var session = record.holder?.session
      else { break }
      session.pendingUpgrade = nil
      record.holder = .user(session)
      processes[process].machine.known.saw(record, at: now)
    case .refusalIsAssumed:
      if case .renewed(.failure) = event { return .renewed(.failure(ModelServer.invalidGrant)) }
    default: break
    }
    return event
  }

  func mutated(_ effects: [SessionEffect]) -> [SessionEffect] {
    effects.filter {
      switch ($0, mutation) {
      case (.look, .jobIsLost), (.open, .jobIsLost), (.signIn, .signInIsLost), (.end, .endIsLost),
        (.reply, .replyIsLost), (.announce, .announcementIsLost):
        false
      case (.announce, .announcementIsLate): false
      default: true
      }
    } + effects.filter { if case .announce = $0 { mutation == .announcementIsLate } else { false } }
  }

  func mutated(_ reply: SessionReply, _ call: Call, _ process: Int) -> SessionReply {
    guard mutation == .cancelledSignInSucceeds, processes[process].cancelled.contains(call),
      case .failed = reply
    else { return reply }
    return .signedIn(recoveryCodes: [], isNewUser: false)
  }
}
