import ChildProcesses
import Doorward
import DoorwardTesting
import Encodings
import EthereumSignatures
import Foundation
import SignInWithEthereum
import Testing

@MainActor struct AccountTests {
  @Test(.timeLimit(.minutes(1))) func sessionsAreListedAndEnded() async throws {
    let (here, there) = try await twoDevices()
    let sessions = try await here.doorward.sessions.all()
    #expect(sessions.count == 2)
    let other = try #require(sessions.first { !$0.isCurrent })
    #expect(other.methods == ["siwe"])
    #expect(other.createdAt != nil && other.network != nil)
    try await here.doorward.sessions.end(other.id)
    #expect(try await here.doorward.sessions.all().map(\.isCurrent) == [true])
    there.time.advance(by: 16 * 60)
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
      try await there.doorward.accessToken()
    }
    // Ending the present session signs out.
    let mine = try #require(try await here.doorward.sessions.all().first)
    try await here.doorward.sessions.end(mine.id)
    #expect(await here.isSignedOut())
  }

  @Test(.timeLimit(.minutes(1)), arguments: Doorward.SignOutScope.allCases)
  func signOutEndsSessionsOfItsScope(_ scope: Doorward.SignOutScope) async throws {
    let (here, there) = try await twoDevices()
    try await here.doorward.signOut(scope: scope)
    for client in [here, there] { client.time.advance(by: 16 * 60) }
    let isHere = (try? await here.doorward.accessToken()) != nil
    let isThere = (try? await there.doorward.accessToken()) != nil
    #expect(isHere == (scope == .others))
    #expect(isThere == (scope == .this))
  }

  @Test(.timeLimit(.minutes(1))) func signOutWorksWithoutNetwork() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    await client.wire.next("/v1/revoke", .drop)
    try await client.doorward.signOut()
    #expect(client.doorward.authState.isSignedOut)
    await client.wire.until(answers: 1, of: "/v1/revoke")
    // The other sessions could not be ended, and the call throws.
    try await client.signIn()
    await client.wire.next("/v1/sign-out", .drop)
    await #expect(throws: DoorwardError(code: .offline, reason: "")) {
      try await client.doorward.signOut(scope: .others)
    }
    #expect(client.doorward.isLoggedIn)
    // This device is signed out in any case.
    await client.wire.next("/v1/sign-out", .drop)
    await client.wire.next("/v1/revoke", .drop)
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.signOut(scope: .all) }
    #expect(error?.code == .notSignedOutElsewhere)
    #expect((error?.underlyingError as? DoorwardError)?.isOffline == true)
    #expect(client.doorward.authState.isSignedOut)
    await client.wire.until(answers: 2, of: "/v1/revoke")
  }

  @Test(.timeLimit(.minutes(1))) func identitiesAreListedAndRemoved() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let second = EthereumSecretKey.throwaway()
    let linked = try await client.doorward.siwe.link(with: TestWallet(second))
    #expect(linked.user?.info.identities.count == 2)
    let all = try await client.doorward.identities.all()
    #expect(Set(all.map(\.identifier)) == [client.wallet.address.description, second.address.description])
    let one = try #require(all.first { $0.identifier == second.address.description })
    #expect(one.verifiedAt != nil)
    #expect(try await client.doorward.identities.unlink(one.id).user?.info.identities.count == 1)
    for wrong in ["", "../user", "a/b", "%2e%2e", "00000000-0000-4000-8000-000000000000"] {
      let error = await #expect(throws: DoorwardError.self) {
        try await client.doorward.identities.unlink(wrong)
      }
      #expect(error?.code.rawValue == "not_found", "\(wrong)")
    }
    let last = try #require(try await client.doorward.identities.all().first)
    await #expect(throws: DoorwardError.self) { try await client.doorward.identities.unlink(last.id) }
  }

  @Test(.timeLimit(.minutes(1))) func activityListsSignInsOfAllDevices() async throws {
    let server = DoorwardTestServer()
    let (doorward, other) = (Doorward(server.configuration), Doorward(server.configuration))
    let wallet = TestWallet(.throwaway())
    for client in [doorward, other] { try await client.siwe.login(with: wallet) }
    let activity = try await doorward.user.activity()
    #expect(activity.map(\.type) == ["session.started", "session.started"])
    #expect(activity.map(\.isCurrent) == [false, true])
    let otherID = try await other.sessions.all().first { $0.isCurrent }?.id
    #expect(activity[0].sessionID == otherID)
    #expect(activity[0].data["methods"]?.array?.map(\.string) == ["siwe"])
    #expect(activity.allSatisfy { $0.time != nil && $0.device != nil && $0.actor == "user" })
  }

  @Test(.timeLimit(.minutes(1))) func callThatNeedsRecentSignInWorksAfterReauthentication() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestWallet(.throwaway())
    try await doorward.siwe.login(with: wallet)
    server.advance(by: .seconds(601))
    await #expect(throws: DoorwardError(code: .recentSignInRequired, reason: "")) {
      try await doorward.user.delete()
    }
    let before = try await doorward.sessions.all().map(\.id)
    try await doorward.reauthenticate { try await $0.siwe.login(with: wallet) }
    // The same session, which counts as signed in just now.
    #expect(try await doorward.sessions.all().map(\.id) == before)
    try await doorward.user.delete()
    for await state in doorward.authStates { if case .guest = state { break } }
  }

  @Test(.timeLimit(.minutes(1))) func profileIsChangedClearedAndDeleted() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let user = client.doorward.user
    let named = try await user.updatePersonalInfo(
      name: "new display name", firstName: "new first name", lastName: "new last name", locale: "pt-BR")
    #expect(named?.info.name == "new display name")
    #expect(named?.info.locale == "pt-BR")
    #expect(try await user.refresh()?.info.firstName == "new first name")
    let cleared = try await user.clearPersonalInfo(.lastName, .locale)
    #expect(cleared?.info.lastName == nil && cleared?.info.locale == nil)
    #expect(cleared?.info.firstName == "new first name")
    for field in UserClient.Field.allCases {
      #expect(try await user.changePersonalInfo([(field, "en")])?.info[field] == "en")
      #expect(try await user.clearPersonalInfo(field)?.info[field] == nil)
    }
    let kept = try await user.updateMetadata(["theme": "dark", "level": 3])
    #expect(kept?.info.metadata["theme"] == "dark")
    #expect(try await user.updateMetadata(["theme": nil])?.info.metadata == ["level": 3])
    try await user.delete()
    #expect(await client.isSignedOut())
  }

  private func twoDevices() async throws -> (Client, Client) {
    let here = try Client(await RunningServer.start())
    try await here.signIn()
    let there = try Client(here.server)
    try await there.doorward.siwe.login(with: TestWallet(here.wallet))
    return (here, there)
  }
}
