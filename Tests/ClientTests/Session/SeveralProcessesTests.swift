import ChildProcesses
import Doorward
import Foundation
import Testing

/// Two clients of one storage, as an app and its extension: what one does, the other finds.
@MainActor struct SeveralProcessesTests {
  @Test(.timeLimit(.minutes(1))) func aSignOutOfOneIsASignOutOfTheOther() async throws {
    let (app, sharer) = try await pair()
    // Nobody can be told: what is in the storage has to do.
    await app.wire.next("/v1/revoke", .drop)
    try await app.doorward.signOut()
    sharer.time.advance(by: 16 * 60)
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
      try await sharer.doorward.accessToken()
    }
    #expect(await sharer.isNobody())
    #expect(try await app.storage.load() == nil)
  }

  @Test(.timeLimit(.minutes(1))) func anotherUserOfOneIsNeverMixedUpWithTheUserOfTheOther() async throws {
    let (app, sharer) = try await pair()
    let before = await sharer.state { $0.isLoggedIn }?.user?.id
    let after = try await app.signInAsAnother()
    #expect(after.user?.id != before)
    sharer.time.advance(by: 16 * 60)
    // Who asked for a token of the user before is not given one of the next.
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
      try await sharer.doorward.accessToken()
    }
    #expect(await sharer.state { $0.user?.id == after.user?.id } != nil)
    _ = try await sharer.doorward.accessToken()
  }

  @Test(.timeLimit(.minutes(1))) func aProfileThatOneChangesDoesNotUndoTheRenewalOfTheOther() async throws {
    let (app, sharer) = try await pair()
    for client in [app, sharer] { client.time.advance(by: 16 * 60) }
    _ = try await app.doorward.accessToken()
    // It still has the tokens from before; what it keeps must be the user alone.
    await sharer.wire.next("/v1/user", .hold)
    let change = Task { [doorward = sharer.doorward] in
      try await doorward.user.updatePersonalInfo(name: "A new name")
    }
    await sharer.wire.untilItHolds()
    app.time.advance(by: 16 * 60)
    _ = try await app.doorward.accessToken()
    await sharer.wire.release()
    _ = try await change.value
    for client in [app, sharer] { client.time.advance(by: 3600) }
    _ = try await sharer.doorward.accessToken()
    _ = try await app.doorward.accessToken()
    #expect(app.doorward.isLoggedIn && sharer.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func aRecordOfALaterVersionIsNeitherReadNorReplaced() async throws {
    let (app, _) = try await pair()
    let later = Array(#"{"version":2,"session_id":"x"}"#.utf8)
    try await app.storage.save(later)
    app.time.advance(by: 16 * 60)
    await #expect(throws: DoorwardError(code: .storageUnreadable, reason: "")) {
      try await app.doorward.accessToken()
    }
    #expect(try await app.storage.load() == later)
    let started = try Client(app.server, storage: app.storage)
    let state = await started.state { $0 != .undetermined }
    #expect(state == .error(DoorwardError(code: .storageUnreadable, reason: "")))
  }

  private func pair() async throws -> (Client, Client) {
    let server = try await RunningServer.start()
    let storage = InMemorySessionStorage()
    let app = try Client(server, storage: storage)
    try await app.signIn()
    let sharer = try Client(server, storage: storage)
    #expect(await sharer.state { $0.isLoggedIn } != nil)
    return (app, sharer)
  }
}
