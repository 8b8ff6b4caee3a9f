import Testing

@testable import Doorward

/// A sign-out of one user does not sign out another user who has signed in before it arrives.
struct SignOutOfOneUserTests {
  private let call: Call = 100

  /// The machine and the effects after a sign-out of a user, while another user or the same user is signed in.
  private func signOut(
    ofAnother isOfAnother: Bool, everywhere isEverywhere: Bool
  ) throws -> (before: SessionHolder, machine: SessionMachine, effects: [SessionEffect]) {
    var run = ExplorationStart.signedIn.run()
    let first = try #require(run.world.processes[0].machine.present)
    run.act(.signInB)
    run.finish()
    var machine = run.world.processes[0].machine
    let present = try #require(machine.present)
    try #require(present.person != first.person)
    let user = isOfAnother ? first.person : present.person
    let effects = machine.handle(
      .signOut(call, of: user, everywhere: isEverywhere), device: nil, at: run.world.now)
    return (present, machine, effects)
  }

  @Test(arguments: [false, true])
  func anotherUserStaysSignedIn(everywhere isEverywhere: Bool) throws {
    let (before, machine, effects) = try signOut(ofAnother: true, everywhere: isEverywhere)
    #expect(machine.present == before && machine.changes.isEmpty && machine.signOuts.isEmpty)
    #expect(
      effects.contains {
        if case .reply(call, .failed(let error)) = $0 { error.code == .sessionEnded } else { false }
      })
    #expect(!effects.contains { if case .end = $0 { true } else { false } })
  }

  @Test(arguments: [false, true])
  func theUserIsSignedOut(everywhere isEverywhere: Bool) throws {
    let (before, machine, effects) = try signOut(ofAnother: false, everywhere: isEverywhere)
    #expect(machine.present == nil)
    #expect(
      effects.contains {
        if case .end(let session, _, _) = $0 { session.sessionID == before.id } else { false }
      })
  }
}
