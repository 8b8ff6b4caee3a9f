import Testing

@testable import Doorward

/// A late answer to a proof never replaces a later session and never restores an ended one. The answer names a session
/// that the storage has held before if the process has sent the proof twice, if another process has sent the stored
/// upgrade again, or if the proof was a reauthentication.
struct RepeatedProofTests {
  private static let decisions: [SessionWorld.Act] = [.signOut, .signInA, .signInB]

  /// Lets a process replace or end its session, until the server has ended the session and no record names it.
  private func decide(
    _ decision: SessionWorld.Act, _ process: Int, _ run: inout ModelRun,
    while goesOn: (SessionWorld.Flight) -> Bool = { _ in true }
  ) {
    run.act(decision, process)
    run.finish(process: process, while: goesOn)
    run.ring(process)
    run.finish(process: process, while: goesOn)
    #expect(run.world.storage.ended.isEmpty)
  }

  private func expectOutcome(of decision: SessionWorld.Act, _ run: ModelRun, not session: String) {
    #expect(run.world.violation == nil)
    let holder = run.world.storage.holder
    #expect((holder == nil) == (decision == .signOut))
    #expect(holder?.id != session)
    #expect(run.world.processes.allSatisfy { $0.calls.isEmpty })
  }

  /// A session that was just adopted, and its id.
  private func signedIn(_ run: inout ModelRun) throws -> String {
    run.act(.signInA)
    run.finish()
    return try #require(run.world.storage.holder?.id)
  }

  @Test(arguments: decisions)
  func secondAnswerLeavesTheLaterDecisionOfTheProcess(_ decision: SessionWorld.Act) throws {
    var run = ModelRun()
    let session = try signedIn(&run)
    run.act(.signInAAgain)
    run.finish { !$0.isAnswer }
    let again = SessionWorld.Act.signInAAgain.call
    decide(decision, 0, &run) { !$0.isSignIn(again) }
    run.finish()
    expectOutcome(of: decision, run, not: session)
  }

  @Test(arguments: decisions)
  func secondAnswerLeavesTheLaterDecisionOfAnotherProcess(_ decision: SessionWorld.Act) throws {
    var run = ModelRun()
    let session = try signedIn(&run)
    run.act(.token, 1)
    run.finish()
    run.act(.signInAAgain)
    run.finish { !$0.isAnswer }
    decide(decision, 1, &run)
    run.finish()
    expectOutcome(of: decision, run, not: session)
  }

  @Test(arguments: decisions)
  func reauthenticationLeavesTheLaterDecisionOfAnotherProcess(_ decision: SessionWorld.Act) throws {
    var run = ModelRun()
    let session = try signedIn(&run)
    run.act(.token, 1)
    run.finish()
    run.act(.reauthenticate, 1)
    run.finish { !$0.isAnswer }
    decide(decision, 0, &run)
    run.finish()
    expectOutcome(of: decision, run, not: session)
  }

  @Test(arguments: decisions)
  func upgradeLeavesTheLaterDecisionOfAProcessThatHasResumedIt(_ decision: SessionWorld.Act) throws {
    var run = ModelRun()
    run.act(.anonymous)
    run.finish()
    run.act(.signInA)
    run.finish { !$0.isAnswer }
    run.act(.token, 1)
    run.finish(process: 1)
    let session = try #require(run.world.storage.holder?.id)
    #expect(run.world.storage.holder?.visitor == nil)
    decide(decision, 1, &run)
    run.finish()
    expectOutcome(of: decision, run, not: session)
  }

  @Test(arguments: decisions)
  func resumedUpgradeLeavesTheLaterDecisionOfAnotherProcess(_ decision: SessionWorld.Act) throws {
    var run = ModelRun()
    run.act(.anonymous)
    run.finish()
    run.act(.signInA)
    run.finish { !$0.isRequest }
    run.act(.token, 1)
    run.finish(process: 1) { !$0.isSignIn(SignIn.resumed) }
    run.advance(1) { $0.isSignIn(SignIn.resumed) && $0.isRequest }
    run.finish(process: 0)
    let session = try #require(run.world.storage.holder?.id)
    #expect(run.world.storage.holder?.visitor == nil)
    decide(decision, 0, &run)
    run.finish()
    expectOutcome(of: decision, run, not: session)
  }

  /// The server upgrades the anonymous user by the second proof, and refuses the first one because the session that it
  /// names has ended.
  @Test func overtakenSignInGetsAReply() throws {
    var run = ModelRun()
    run.act(.anonymous)
    run.finish()
    run.act(.signInA)
    run.finish { !$0.isRequest }
    run.act(.signInB)
    run.finish { !$0.isRequest }
    let (first, second) = (SessionWorld.Act.signInA.call, SessionWorld.Act.signInB.call)
    run.advance { $0.isSignIn(second) }
    run.advance { $0.isSignIn(first) }
    run.advance { $0.isSignIn(second) }
    run.advance { $0.isSignIn(first) }
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.processes[0].calls.isEmpty)
    #expect(run.world.storage.holder?.session?.info.isAnonymous == false)
  }

  /// The server upgrades the anonymous user by the first proof, and a renewal reports it while the second is pending.
  @Test func upgradeUnderWayIsSentAgainOnlyAfterItsAnswer() throws {
    var run = ModelRun()
    run.act(.anonymous)
    run.finish()
    run.act(.signInA)
    run.finish { !$0.isRequest }
    run.act(.signInB)
    run.finish { !$0.isRequest }
    let (first, second) = (SessionWorld.Act.signInA.call, SessionWorld.Act.signInB.call)
    run.advance { $0.isSignIn(first) }
    run.step(.timePasses)
    run.act(.token)
    run.finish { !$0.isSignIn(first) && !$0.isSignIn(second) }
    #expect(run.world.processes[0].machine.signIns.map(\.call) == [first, second])
    run.finish { !$0.isSignIn(first) }
    let session = try #require(run.world.storage.holder?.session)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(!session.info.isAnonymous && run.world.storage.holder?.id == session.sessionID)
    #expect(run.world.processes[0].calls.isEmpty)
  }

  /// The storage fails to take the session of an upgrade. Before the upgrade is resumed, the user signs out elsewhere.
  @Test func resumedUpgradeLeavesTheSignOutOfItsAnonymousUser() throws {
    var run = ModelRun()
    run.act(.anonymous)
    run.finish()
    run.act(.token, 1)
    run.finish()
    run.act(.signInB, 1)
    run.finish { !$0.isAnswer }
    run.advance(1) { $0.isAnswer }
    run.advance(1) { if case .open = $0 { true } else { false } }
    let write = try #require(
      run.world.processes[1].flights.firstIndex { if case .write = $0 { true } else { false } })
    run.step(.fault(1, .failedWrite, flight: write))
    run.ring(1)
    run.finish(process: 1) { !$0.isSignIn(SignIn.resumed) }
    #expect(run.world.processes[1].machine.signIns.map(\.call) == [SignIn.resumed])
    decide(.signOut, 0, &run)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.storage.holder == nil)
  }

  /// A caller cancels an upgrade that the server has accepted. Another process has sent the stored upgrade again.
  @Test func answerToACancelledUpgradeDoesNotEndTheSessionOfAnotherProcess() throws {
    var run = ModelRun()
    run.act(.anonymous)
    run.finish()
    run.act(.token, 1)
    run.finish()
    run.act(.signInA)
    run.finish { !$0.isAnswer }
    run.cancelSignIn(SessionWorld.Act.signInA)
    run.step(.timePasses)
    run.act(.token, 1)
    run.finish(process: 1)
    let session = try #require(run.world.storage.holder?.session)
    #expect(!session.info.isAnonymous)
    run.finish()
    run.ring(0)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.storage.holder?.id == session.sessionID)
    #expect(run.server.live.contains(session.sessionID))
  }

  /// The storage cannot take the session of the first answer, so the session ends. Another process is faster to end it.
  @Test func secondAnswerDoesNotRestoreTheSessionThatAnotherProcessHasEnded() {
    func isEnd(_ flight: SessionWorld.Flight) -> Bool {
      if case .request(.end) = flight { true } else { false }
    }
    var run = ModelRun()
    run.act(.signInA)
    run.act(.signInAAgain)
    run.finish { !$0.isAnswer }
    let (first, second) = (SessionWorld.Act.signInA.call, SessionWorld.Act.signInAAgain.call)
    run.advance { $0.isSignIn(first) }
    run.step(.fault(0, .lockedStorage, flight: run.world.processes[0].flights.count - 1))
    run.finish(process: 0) { !$0.isSignIn(second) && !isEnd($0) }
    run.act(.token, 1)
    run.finish(process: 1)
    run.finish(process: 0) { !isEnd($0) }
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.storage.isWithoutSession)
  }

  /// The storage takes the session of the first answer and reports a failure, while the second answer is there. Another
  /// process signs in with wallet B.
  @Test func secondAnswerLeavesTheSessionThatReplacedAMisreportedOne() throws {
    var run = ModelRun()
    run.act(.signInA)
    run.act(.signInAAgain)
    run.finish { !$0.isAnswer }
    let (first, second) = (SessionWorld.Act.signInA.call, SessionWorld.Act.signInAAgain.call)
    run.advance { $0.isSignIn(first) }
    run.advance { $0.isSignIn(second) }
    run.advance { if case .open = $0 { true } else { false } }
    let write = try #require(
      run.world.processes[0].flights.firstIndex { if case .write = $0 { true } else { false } })
    run.step(.fault(0, .misreportedWrite, flight: write))
    let session = try #require(run.world.storage.holder?.id)
    decide(.signInB, 1, &run)
    run.finish()
    expectOutcome(of: .signInB, run, not: session)
  }
}
