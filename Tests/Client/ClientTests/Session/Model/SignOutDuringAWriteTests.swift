import Testing

@testable import Doorward

/// A sign-out also ends a session or guest that is being stored.
struct SignOutDuringAWriteTests {
  private func isWrite(_ flight: SessionWorld.Flight) -> Bool {
    if case .write = flight { true } else { false }
  }

  @Test(arguments: [SessionWorld.Act.guest, .anonymous, .signInA])
  func signOutRemovesTheUserThatIsBeingStored(_ act: SessionWorld.Act) throws {
    var run = ModelRun()
    run.act(act)
    run.finish { !isWrite($0) }
    try #require(run.world.processes[0].flights.contains(where: isWrite))
    run.act(.signOut)
    run.finish()
    #expect(run.world.violation == nil)
    #expect(run.world.storage.holder == nil)
    #expect(run.world.live.isEmpty)
  }
}
