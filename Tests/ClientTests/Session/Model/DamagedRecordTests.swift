import Testing

@testable import Doorward

/// Only a sign-out, or a sign-in that the user still waits for, replaces a record that cannot be read.
struct DamagedRecordTests {
  private func isOpen(_ flight: SessionWorld.Flight) -> Bool {
    if case .open = flight { true } else { false }
  }

  /// Lets the answer to a sign-in find a damaged record.
  private func damageBeforeAdoption(_ run: inout ModelRun) throws {
    let open = try #require(run.world.processes[0].flights.firstIndex(where: isOpen))
    run.step(.fault(0, .damagedStorage, flight: open))
  }

  @Test func signInReplacesADamagedRecord() throws {
    var run = ModelRun()
    run.act(.signInA)
    run.finish { !isOpen($0) }
    try damageBeforeAdoption(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(!run.world.isDamaged)
    #expect(run.world.storage.holder != nil)
  }

  /// Another process has resumed the upgrade. The caller has cancelled it before the process stores it.
  @Test func cancelledSignInLeavesADamagedRecord() throws {
    var run = ExplorationStart.upgradeAdoptedElsewhere.run()
    run.finish(process: 0) { !isOpen($0) }
    run.cancelSignIn(.signInA)
    try damageBeforeAdoption(&run)
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
    try damageBeforeAdoption(&run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.isDamaged)
  }
}
