@testable import Doorward

extension SessionWorld {
  /// Deliberate mistakes, which the invariants have to find.
  enum Mutation: CaseIterable {
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
    /// Alarms never ring.
    case alarmIsLost
    /// An alarm rings and repeats nothing.
    case alarmRepeatsNothing
    /// The session of a late answer is ended, although an earlier answer to the same proof has the same session.
    case winnerIsEnded
    /// The upgrade of an earlier start is stored over the sign-out of another process.
    case resumedUpgradeIsForced
  }

  /// The record that a process finds when it has locked the storage.
  func found(by process: Int) -> StoredRecord {
    if mutation == .readsAreStale { return previous }
    let machine = processes[process].machine
    if mutation == .resumedUpgradeIsForced, case .opening(.adopt(SignIn.resumed, _)) = machine.lane {
      return machine.stored ?? storage
    }
    return storage
  }

  func mutated(_ record: StoredRecord) -> StoredRecord {
    guard let mutation else { return record }
    var record = record
    if var session = record.holder?.session {
      if mutation == .keyIsNotStored { session.pendingRefresh = nil }
      if mutation == .upgradeIsNotStored { session.pendingUpgrade = nil }
      record.holder = .user(session)
    } else if mutation == .signOutIsNotStored {
      return storage
    }
    return record
  }
}
