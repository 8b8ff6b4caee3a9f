import ChildProcesses
import Doorward
import Foundation
import Testing

/// The work of the session without a call of the app.
@MainActor struct UpkeepTests {
  @Test(.timeLimit(.minutes(1))) func restoredSessionIsConfirmed() async throws {
    let server = try await RunningServer.start()
    let storage = InMemorySessionStorage()
    try await Client(server, storage: storage).signIn()
    let client = try Client(server, storage: storage, renewsAhead: true)
    #expect(await client.state { $0.user?.isVerified == false } != nil)
    #expect(await client.state { $0.user?.isVerified == true } != nil)
    #expect(await client.wire.count("/v1/token") == 0)
  }

  @Test(.timeLimit(.minutes(1))) func tokensAreRenewedBeforeTheirEnd() async throws {
    let client = try Client(await RunningServer.start(), renewsAhead: true)
    try await client.signIn()
    let first = try await client.doorward.accessToken()
    client.time.advance(by: 14 * 60)
    #expect(await client.state { $0.credential != nil && $0.credential?.accessToken != first } != nil)
    #expect(await client.wire.count("/v1/token") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func sessionEndedElsewhereEndsAtStart() async throws {
    let server = try await RunningServer.start()
    let storage = InMemorySessionStorage()
    let first = try Client(server, storage: storage)
    try await first.signIn()
    let kept = try await storage.load()
    try await first.doorward.signOut()
    let client = try Client(server, storage: InMemorySessionStorage(kept), renewsAhead: true)
    #expect(await client.state { $0.isLoggedIn } != nil)
    #expect(await client.isSignedOut())
  }

  @Test(.timeLimit(.minutes(1))) func unreachableServerIsAskedAgain() async throws {
    let server = try await RunningServer.start()
    let storage = InMemorySessionStorage()
    try await Client(server, storage: storage).signIn()
    let client = try Client(server, storage: storage, renewsAhead: true)
    for _ in 0..<3 { await client.wire.next("/v1/user", .drop) }
    #expect(await client.state { $0.user?.isVerified == true } != nil)
  }
}
