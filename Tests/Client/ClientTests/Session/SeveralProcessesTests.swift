import ChildProcesses
import Doorward
import Foundation
import Testing

/// Two clients of one storage, as an app and its extension.
@MainActor struct SeveralProcessesTests {
  @Test(.timeLimit(.minutes(1))) func signOutOfOneProcessSignsOutTheOther() async throws {
    let (app, sharer) = try await pair()
    // The server does not know of the sign-out, so the other process learns of it from the storage only.
    await app.wire.next("/v1/revoke", .drop)
    try await app.doorward.signOut()
    sharer.time.advance(by: 16 * 60)
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
      try await sharer.doorward.accessToken()
    }
    #expect(await sharer.isSignedOut())
  }

  @Test(.timeLimit(.minutes(1))) func tokensOfTwoUsersAreNotMixedUp() async throws {
    let (app, sharer) = try await pair()
    let before = await sharer.state { $0.isLoggedIn }?.user?.id
    let after = try await app.signInAsAnother()
    #expect(after.user?.id != before)
    sharer.time.advance(by: 16 * 60)
    // A caller of the earlier user gets no token of the next user.
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
      try await sharer.doorward.accessToken()
    }
    #expect(await sharer.state { $0.user?.id == after.user?.id } != nil)
    _ = try await sharer.doorward.accessToken()
  }

  @Test(.timeLimit(.minutes(1))) func profileChangeKeepsRenewalOfOtherProcess() async throws {
    let (app, sharer) = try await pair()
    for client in [app, sharer] { client.time.advance(by: 16 * 60) }
    _ = try await app.doorward.accessToken()
    // This process still has the old tokens. It must store the new profile only.
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

  @Test(.timeLimit(.minutes(1))) func recordOfLaterVersionIsNeitherReadNorReplaced() async throws {
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

  /// Another process looks once a second. The test's limit is larger, because the machine may be busy.
  @Test(.timeLimit(.minutes(1))) func otherProcessLearnsOfSignInSwitchAndSignOut() async throws {
    let server = try await RunningServer.start()
    let folder = try StorageFolder()
    let app = try Client(server, storage: folder.storage)
    let other = try Client(server, storage: folder.storage)
    #expect(await other.doorward.ready().isSignedOut)
    for _ in 0..<2 {
      let state = try await app.signInAsAnother()
      #expect(await other.state { $0.user?.id == state.user?.id } != nil)
    }
    try await app.doorward.signOut()
    #expect(await other.state { $0.isSignedOut } != nil)
    #expect(await other.wire.count("/v1/token") == 0)
  }

  private func pair() async throws -> (Client, Client) {
    let server = try await RunningServer.start()
    // This storage has no revision, so the other process notices changes at its next call.
    let storage = HookedStorage()
    let app = try Client(server, storage: storage)
    try await app.signIn()
    let sharer = try Client(server, storage: storage)
    #expect(await sharer.state { $0.isLoggedIn } != nil)
    return (app, sharer)
  }
}
