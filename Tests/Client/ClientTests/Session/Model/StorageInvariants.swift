@testable import Doorward

/// The rules of each write to the storage.
extension SessionWorld {
  mutating func checkStore(_ record: StoredRecord, _ process: Int) {
    checkResumedUpgrade(record, process)
    if storage.device != nil, record.device == nil,
      !isDamaged || processes[process].machine.stored?.device != nil
    {
      fail(.storageKeepsTheDevice, "process \(process): the storage has lost the token of the device")
    }
    guard storage.holder?.id != record.holder?.id else { return }
    if record.holder == nil, let before = storage.holder, !mayEnd(before),
      !isDamaged || processes[process].machine.signOuts.isEmpty
    {
      fail(.storageKeepsTheSession, "process \(process): the storage has lost \(before.id)")
    }
    // A second answer to a proof has the session of the first answer.
    if let holder = record.holder, gone.contains(holder.id) {
      fail(.endedSessionDoesNotReturn, "process \(process): \(holder.id) is back in the storage")
    }
    // A sign-in is written over a damaged record, and the user signs out during the write. The machine hides the session, and
    // its next job removes it.
    if let holder = record.holder, processes[process].ended.contains(holder.id),
      !(isDamaged && processes[process].machine.changes.hides(holder))
    {
      fail(
        .sessionIsNotStoredAfterItsEnd,
        "process \(process): \(holder.id) is stored after the request to end it")
    }
  }

  /// Only a sign-in or a sign-out replaces a record that cannot be read.
  mutating func checkReplacement(_ process: Int) {
    let machine = processes[process].machine
    guard case .writing(let job, _, _, _) = machine.lane, machine.signOuts.isEmpty || job != .store else {
      return
    }
    if case .adopt(let call, _) = job, call != SignIn.resumed { return }
    fail(
      .unreadableRecordIsReplacedForAReason,
      "process \(process): a record that cannot be read is replaced without a sign-in or sign-out")
  }

  /// A process decides to store a sign-in over a damaged record. It cannot know that another process has ended or replaced the
  /// session since it has read. The sign-in is a later decision of the user.
  mutating func noteReplacement(_ process: Int) {
    guard case .writing(.adopt(_, let session), let record, _, _) = processes[process].machine.lane,
      session.sessionID == record.holder?.id
    else { return }
    gone.remove(session.sessionID)
    for index in processes.indices { processes[index].signedOut.remove(session.sessionID) }
  }

  /// The user has not asked for the upgrade of an earlier start again. So it only replaces the anonymous user that it was
  /// stored with, and no sign-out and no sign-in of another process.
  private mutating func checkResumedUpgrade(_ record: StoredRecord, _ process: Int) {
    let machine = processes[process].machine
    guard case .writing(.adopt(SignIn.resumed, let session), _, _, _) = machine.lane,
      record.holder?.id == session.sessionID, storage.holder?.id != session.sessionID,
      case .asking(let upgrade, _, _, _)? = machine.signIns.first(where: { $0.call == SignIn.resumed })?.stage,
      storage.holder?.id != upgraded[upgrade.key]
    else { return }
    fail(
      .resumedUpgradeUndoesNothing,
      "process \(process): the resumed upgrade to \(session.sessionID) undoes a sign-out or a sign-in")
  }

  /// A user whose upgrade the server has accepted is not lost.
  mutating func checkUpgrades(before: StoredRecord, _ server: ModelServer) {
    guard let visitor = before.holder?.visitor, let upgrade = visitor.pendingUpgrade,
      server.canRepeat(upgrade.key), storage.holder == nil, !signedOut.contains(visitor.sessionID),
      !wasDamaged
    else { return }
    fail(.upgradedUserIsNotLost, "the registered user of \(visitor.sessionID) is lost")
  }
}
