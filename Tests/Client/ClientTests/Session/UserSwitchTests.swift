import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import SignInWithEthereum
import Testing

/// Requests of one user that end after another user has signed in, or after a sign-out.
@MainActor struct UserSwitchTests {
  private let storage = HookedStorage()

  private func untilWithoutSession() async throws {
    try await storage.untilWithoutSession()
  }

  private func signedIn() async throws -> Client {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    return client
  }

  @Test(.timeLimit(.minutes(1))) func callOfOneUserIsNotRepeatedForTheNext() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/user", .hold)
    let deletion = Task { [doorward = client.doorward] in try await doorward.user.delete() }
    await client.wire.untilItHolds()
    let next = try await client.signInAsAnother()
    // The server knows of it and refuses later requests of the earlier user.
    await client.wire.until(answers: 1, of: "/v1/revoke")
    await client.wire.release()
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await deletion.value }
    #expect(try await client.doorward.user.refresh()?.id == next.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func signOutWhileNextUserIsStoredIsFinal() async throws {
    let client = try await signedIn()
    let signOut = SignOut(client)
    await storage.next(.afterSave) { await signOut.begin() }
    await #expect(throws: DoorwardError.self) { try await client.signInAsAnother() }
    await signOut.end()
    #expect(await client.present()?.isSignedOut == true)
    try await untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func signOutCancelsPendingSignIn() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/ethereum/sign-in", .holdAnswer)
    let signIn = Task { try await client.signInAsAnother() }
    await client.wire.untilItHolds()
    try await client.doorward.signOut()
    await client.wire.release()
    let error = await #expect(throws: DoorwardError.self) { try await signIn.value }
    #expect(error?.isCancellation == true)
    #expect(await client.present()?.isSignedOut == true)
    try await untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func laterSignInWins() async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    await client.wire.next("/v1/ethereum/sign-in", .holdAnswer)
    let first = Task { try await client.signInAsAnother() }
    await client.wire.untilItHolds()
    let second = try await client.signInAsAnother()
    await client.wire.release()
    await #expect(throws: DoorwardError.self) { try await first.value }
    #expect(try await client.doorward.user.refresh()?.id == second.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func reauthenticationKeepsRenewedTokens() async throws {
    let client = try await signedIn()
    // The answer contains the next refresh token, which is used before the answer arrives.
    await client.wire.next("/v1/ethereum/sign-in", .holdAnswer)
    let again = Task {
      try await client.doorward.reauthenticate { _ in try await client.signInAs(client.wallet) }
    }
    await client.wire.untilItHolds()
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
    await client.wire.release()
    _ = try await again.value
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
    #expect(await client.present()?.isLoggedIn == true)
  }

  @Test(.timeLimit(.minutes(1))) func fullDiskDuringReauthenticationEndsNoSession() async throws {
    let client = try await signedIn()
    await storage.next(.beforeSave) { () throws(StorageError) in
      throw StorageError(code: .unavailable, reason: "The disk is full.")
    }
    await #expect(throws: DoorwardError(code: .storageUnavailable, reason: "")) {
      try await client.doorward.reauthenticate { _ in try await client.signInAs(client.wallet) }
    }
    // A request to end a session would have been sent by then.
    _ = try await client.doorward.user.refresh()
    #expect(await client.wire.count("/v1/revoke") == 0)
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
  }

  @Test(.timeLimit(.minutes(1))) func lateGuestTokenDoesNotReplaceUser() async throws {
    let guests = #"{"applications": [{"id": "default", "methods": ["siwe", "guest"]}]}"#
    let client = try Client(
      await RunningServer.start(configuration: guests), storage: storage, visitors: .asTheServerOffers)
    _ = try await client.doorward.accessToken()
    client.time.advance(by: 20 * 60)
    await client.wire.next("/v1/guest", .holdAnswer)
    let late = Task { [doorward = client.doorward] in try await doorward.accessToken() }
    await client.wire.untilItHolds()
    // The renewal of a guest has locked the storage, and a sign-in does not wait for its end.
    let signIn = Task { try await client.signInAsAnother() }
    await client.wire.until(answers: 1, of: "/v1/ethereum/sign-in")
    await client.wire.release()
    let user = try await signIn.value.user
    // The caller gets a token of the guest if the client reads that answer before the answer to the sign-in.
    _ = try? await late.value
    #expect(await client.present()?.user?.id == user?.id)
    let kept = try Client(client.server, storage: storage)
    #expect(await kept.state { $0.hasUser }?.user?.id == user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func listOfOneUserIsNotReturnedToTheNext() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/user/identities?limit=100", .holdAnswer)
    let list = Task { [doorward = client.doorward] in try await doorward.identities.all() }
    await client.wire.untilItHolds()
    try await client.signInAsAnother()
    await client.wire.release()
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await list.value }
    #expect(try await client.doorward.identities.all().count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func signInOfSameUserKeepsPendingCalls() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/user", .holdAnswer)
    let change = Task { [doorward = client.doorward] in
      try await doorward.user.updatePersonalInfo(name: "Ada")
    }
    await client.wire.untilItHolds()
    try await client.signInAs(client.wallet)
    await client.wire.release()
    #expect(try await change.value?.info.name == "Ada")
  }

  @Test(.timeLimit(.minutes(1))) func failedSignInKeepsPendingRenewal() async throws {
    let client = try await signedIn()
    client.time.advance(by: 16 * 60)
    await client.wire.next("/v1/token", .hold)
    let waiting = Task { [doorward = client.doorward] in try await doorward.accessToken() }
    await client.wire.untilItHolds()
    let another = EthereumSecretKey.throwaway()
    await storage.refuse(another.address.description)
    let signIn = Task { try await client.signInAs(another) }
    await client.wire.until(requests: 1, of: "/v1/ethereum/sign-in")
    await client.wire.release()
    await #expect(throws: DoorwardError(code: .storageUnavailable, reason: "")) { try await signIn.value }
    _ = try await waiting.value
    #expect(await client.present()?.isLoggedIn == true)
  }

  @Test(.timeLimit(.minutes(1))) func readDuringSignInKeepsSignIn() async throws {
    let client = try await signedIn()
    // Another process has replaced the session, and this process has not read the record since.
    let foreign = InMemorySessionStorage()
    try await Client(client.server, storage: foreign).signIn()
    try await storage.inner.save(try #require(try await foreign.load()))
    await storage.next(.beforeAlone) { [storage, doorward = client.doorward] in
      await storage.next(.beforeLoad) { Task { await doorward.retry() } }
    }
    let next = try await client.signInAsAnother()
    #expect(try await client.doorward.user.refresh()?.id == next.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func answerOfAnotherSessionIsRefused() async throws {
    let client = try await signedIn()
    let foreign = InMemorySessionStorage()
    try await Client(client.server, storage: foreign).signIn()
    let answer = DoorwardResponse(status: 200, body: try #require(try await foreign.load()))
    client.time.advance(by: 16 * 60)
    for _ in 0..<4 { await client.wire.next("/v1/token", .answer(answer)) }
    let before = await client.present()?.user?.id
    await #expect(throws: DoorwardError(code: .malformedAnswer, reason: "")) {
      try await client.doorward.accessToken()
    }
    #expect(await client.present()?.user?.id == before)
    _ = try await client.doorward.accessToken()
    #expect(await client.present()?.user?.id == before)
  }

  @Test(.timeLimit(.minutes(1))) func reauthenticationCountsForPresentSession() async throws {
    let client = try await signedIn()
    let before = try await client.doorward.sessions.all().map(\.id)
    try await client.doorward.reauthenticate { _ in try await client.signInAs(client.wallet) }
    #expect(try await client.doorward.sessions.all().map(\.id) == before)
    // Any other sign-in opens a new session and ends the earlier one.
    try await client.signInAs(client.wallet)
    await client.wire.until(answers: 1, of: "/v1/revoke")
    let after = try await client.doorward.sessions.all().map(\.id)
    #expect(after.count == 1 && after != before)
  }

  @Test(.timeLimit(.minutes(1))) func reauthenticationWithAnotherAccountThrows() async throws {
    let client = try await signedIn()
    let before = await client.present()?.user?.id
    await #expect(throws: DoorwardError(code: .differentAccount, reason: "")) {
      try await client.doorward.reauthenticate { _ in try await client.signInAsAnother() }
    }
    await client.wire.until(answers: 1, of: "/v1/revoke")
    #expect(try await client.doorward.user.refresh()?.id == before)
  }

  @Test(.timeLimit(.minutes(1))) func reauthenticationNeedsUser() async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    await #expect(throws: DoorwardError(code: .notSignedIn, reason: "")) {
      try await client.doorward.reauthenticate { _ in try await client.signInAsAnother() }
    }
  }

  @Test(.timeLimit(.minutes(1))) func overlappingSignInsNeverEndTheWinner() async throws {
    let client = try await signedIn()
    let another = EthereumSecretKey.throwaway()
    await client.wire.next("/v1/ethereum/sign-in", .holdAnswer)
    let pending = Task { try await client.signInAs(another) }
    await client.wire.untilItHolds()
    let winner = try await client.signInAs(client.wallet)
    await client.wire.release()
    await #expect(throws: DoorwardError(code: .cancelled, reason: "")) { try await pending.value }
    // Only the earlier session and that of the cancelled sign-in are ended.
    await client.wire.until(answers: 2, of: "/v1/revoke")
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
    #expect(try await client.doorward.user.refresh()?.id == winner.user?.id)
    #expect(try await client.doorward.sessions.all().count == 1)
  }
}

/// A sign-out that a hook of a storage begins.
@MainActor private final class SignOut {
  private let client: Client
  private var task: Task<Void, any Error>?

  init(_ client: Client) { self.client = client }

  func begin() async {
    task = Task { [doorward = client.doorward] in try await doorward.signOut() }
    _ = await client.state { !$0.hasUser }
  }

  func end() async { try? await task?.value }
}
