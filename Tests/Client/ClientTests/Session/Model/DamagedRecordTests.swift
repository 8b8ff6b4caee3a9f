import Testing

@testable import Doorward

/// Only a sign-out, or a sign-in that the user still waits for, replaces a record that cannot be read.
struct DamagedRecordTests {
  private func isOpen(_ flight: SessionWorld.Flight) -> Bool {
    if case .open = flight { true } else { false }
  }

  /// Lets a process find a damaged record when it has locked the storage.
  private func openDamaged(_ run: inout ModelRun, _ process: Int = 0) throws {
    let open = try #require(run.world.processes[process].flights.firstIndex(where: isOpen))
    run.step(.fault(process, .damagedStorage, flight: open))
  }

  @Test func signInReplacesADamagedRecord() throws {
    var run = ModelRun()
    run.act(.signInA)
    run.finish { !isOpen($0) }
    try openDamaged(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(!run.world.isDamaged)
    #expect(run.world.storage.holder != nil)
  }

  @Test func signOutReplacesADamagedRecord() throws {
    var run = ExplorationStart.signedIn.run()
    run.act(.signOut)
    try openDamaged(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(!run.world.isDamaged)
    #expect(run.world.storage.holder == nil)
    #expect(run.world.live.isEmpty)
  }

  /// Another process has resumed the upgrade. The caller has cancelled it before the process stores it.
  @Test func cancelledSignInLeavesADamagedRecord() throws {
    var run = ExplorationStart.upgradeAdoptedElsewhere.run()
    run.finish(process: 0) { !isOpen($0) }
    run.cancelSignIn(.signInA)
    try openDamaged(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.isDamaged)
    #expect(run.world.processes.allSatisfy { $0.calls.isEmpty })
  }

  /// Another process signs out while an upgrade of an earlier start has its answer.
  @Test func resumedUpgradeLeavesADamagedRecord() throws {
    var run = ExplorationStart.upgradeResumed.run()
    run.finish(process: 0) { !isOpen($0) }
    run.act(.signOut, 1)
    run.finish(process: 1)
    #expect(run.world.storage.holder == nil)
    try openDamaged(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.isDamaged)
  }

  /// After the sign-out has begun, this process reads a session that another process then signs out of.
  @Test func signOutLeavesADamagedRecordIfASessionWasReadSince() throws {
    var run = ModelRun()
    run.act(.token)
    run.finish()
    run.act(.signInA, 1)
    run.finish()
    run.step(.notice(0))
    run.act(.signOut)
    run.finish(process: 0) { !isOpen($0) }
    run.act(.signOut, 1)
    run.finish(process: 1)
    try openDamaged(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.isDamaged)
    #expect(run.world.processes.allSatisfy { $0.calls.isEmpty })
  }

  /// While the sign-out waits for the server, the user signs in again, and signs out in another process. The server has to end
  /// the session of a cancelled sign-in, which is to be stored.
  @Test func signOutLeavesADamagedRecordAfterALaterSignIn() throws {
    var run = ExplorationStart.signOutUnanswered.run()
    run.act(.signInB)
    run.finish(process: 0) { !$0.isRequest || $0.isSignIn(SessionWorld.Act.signInB.call) }
    run.step(.notice(1))
    run.finish(process: 1)
    run.act(.signOut, 1)
    run.finish(process: 1)
    run.act(.signInA)
    run.cancelSignIn(.signInA)
    run.finish(process: 0) { $0.isSignIn(SessionWorld.Act.signInA.call) }
    #expect(run.world.processes[0].machine.signOuts.count == 1)
    try openDamaged(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.isDamaged)
    #expect(run.world.processes.allSatisfy { $0.calls.isEmpty })
  }

  /// Another process has signed out of the session. This process stores its reauthentication over a damaged record, and its
  /// user signs out during the write.
  @Test func signOutDuringAReplacementRemovesTheSession() throws {
    var run = ExplorationStart.signOutUnanswered.run()
    run.act(.reauthenticate, 1)
    run.finish(process: 1) { !isOpen($0) }
    try openDamaged(&run, 1)
    run.act(.signOut, 1)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(!run.world.isDamaged)
    #expect(run.world.storage.holder == nil)
  }
}
