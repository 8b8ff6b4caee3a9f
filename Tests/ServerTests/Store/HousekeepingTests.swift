import DoorwardServer
import Foundation
import Testing

@Suite struct HousekeepingTests {
  @Test func `a spent challenge is remembered for ten minutes more than it lives`() async throws {
    let directory = try TemporaryDirectory()
    let store = try await SQLiteStore.open(at: directory.file("store.sqlite3"))
    let clock = TestClock()
    let housekeeping = Housekeeping(
      store: store, clock: clock.wallClock, logger: Logger(clock: clock.wallClock) { _ in })
    let challenge = try newChallenge()
    let expiry = clock.now
    #expect(try await store.write { try $0.spend(challenge, until: expiry) })
    // Another process may have looked at its clock, which is behind, and wait for the writer since.
    for seconds in [1.0, 598] {
      clock.advance(by: seconds)
      await housekeeping.sweep()
      #expect(try await !store.write { try $0.spend(challenge, until: expiry) })
    }
    clock.advance(by: 2)
    await housekeeping.sweep()
    #expect(try await store.write { try $0.spend(challenge, until: expiry) })
    await store.close()
  }
}
