import ChildProcesses
import EthereumSignatures
import Foundation
import Testing

@testable import Doorward

/// A sign-out holds, whichever faults the storage and the network have.
@MainActor struct SignOutTests {
  private let storage = HookedStorage()
  /// Longer than an app's limit: the machine may be busy.
  private let patience = Duration.seconds(50)

  private func signedIn() async throws -> Client {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    return client
  }

  // MARK: The server

  @Test(.timeLimit(.minutes(1))) func signOutTellsThatServerKnows() async throws {
    let client = try await signedIn()
    let result = try await client.doorward.engine.signOut(within: patience)
    #expect(result.serverKnows && result.isStored)
    #expect(await client.present()?.isSignedOut == true)
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func offlineSignOutIsRepeatedUntilServerAnswers() async throws {
    let client = try await signedIn()
    for _ in 0..<3 { await client.wire.next("/v1/revoke", .drop) }
    let result = try await client.doorward.signOut()
    #expect(!result.serverKnows && result.isStored)
    #expect(await client.present()?.isSignedOut == true)
    await client.wire.until(answers: 1, of: "/v1/revoke")
    try await storage.untilWithoutSession()
    #expect(await client.wire.count("/v1/revoke") == 4)
  }

  @Test(.timeLimit(.minutes(1))) func nextStartFinishesSignOut() async throws {
    let server = try await RunningServer.start()
    let inner = InMemorySessionStorage()
    let kept: [UInt8]?
    do {
      let client = try Client(server, storage: inner)
      try await client.signIn()
      await client.wire.cut("/v1/revoke")
      #expect(try await client.doorward.signOut().serverKnows == false)
      kept = try await inner.load()
    }
    let text = String(decoding: try #require(kept), as: UTF8.self)
    #expect(!text.contains("access_token") && !text.contains("account_token"))
    let next = try Client(server, storage: InMemorySessionStorage(kept))
    #expect(await next.doorward.ready().isSignedOut)
    await next.wire.until(answers: 1, of: "/v1/revoke")
    try await next.storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func anotherProcessFinishesSignOut() async throws {
    let server = try await RunningServer.start()
    let shared = InMemorySessionStorage()
    let client = try Client(server, storage: shared)
    try await client.signIn()
    let other = try Client(server, storage: shared)
    #expect(await other.doorward.ready().isLoggedIn)
    await client.wire.cut("/v1/revoke")
    try await client.doorward.signOut()
    await other.wire.until(answers: 1, of: "/v1/revoke")
    try await shared.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func signOutReturnsThoughServerDoesNotAnswer() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .hold)
    let begin = ContinuousClock.now
    let result = try await client.doorward.signOut()
    #expect(!result.serverKnows && result.isStored)
    // The limit is 3 seconds; without it the transport's patience would be, 30 seconds.
    #expect(ContinuousClock.now - begin < .seconds(20))
    await client.wire.release()
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func signOutEverywhereThrowsSoonThoughServerDoesNotAnswer() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/sign-out", .hold)
    let begin = ContinuousClock.now
    await #expect(throws: DoorwardError(code: .notSignedOutElsewhere, reason: "")) {
      try await client.doorward.signOut(scope: .all)
    }
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(await client.present()?.isSignedOut == true)
    await client.wire.release()
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func signOutReturnsThoughAnotherProcessHasLockedTheStorage() async throws {
    let client = try await signedIn()
    let locked = Stop()
    let holder = Task { [storage] in try await storage.inner.exclusively { await locked.wait() } }
    await locked.isReached()
    let result = try await client.doorward.signOut()
    #expect(!result.isStored)
    #expect(await client.present()?.isSignedOut == true)
    locked.resume()
    try await holder.value
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func serverIsAskedOnceAtATime() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    await client.wire.next("/v1/revoke", .hold)
    try await client.doorward.signOut()
    await client.wire.untilItHolds()
    for _ in 0..<3 { await client.doorward.retry() }
    await client.wire.release()
    try await storage.untilWithoutSession()
    #expect(await client.wire.count("/v1/revoke") == 2)
  }

  @Test(.timeLimit(.minutes(1))) func everyEndedSessionIsTold() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .hold)
    let first = Task { [doorward = client.doorward] in try await doorward.signOut() }
    await client.wire.untilItHolds()
    try await client.signInAsAnother()
    await client.wire.next("/v1/revoke", .drop)
    let second = try await client.doorward.signOut()
    #expect(!second.serverKnows)
    await client.wire.release()
    _ = try await first.value
    await client.wire.until(answers: 2, of: "/v1/revoke")
    try await storage.untilWithoutSession()
  }

  // MARK: The storage

  @Test(.timeLimit(.minutes(1))) func failedRemovalDoesNotRestoreSession() async throws {
    let client = try await signedIn()
    await storage.refuseRemoval()
    #expect(try await client.doorward.engine.signOut(within: patience).serverKnows)
    #expect(try await storage.load() != nil)
    await client.doorward.retry()
    #expect(await client.present()?.isSignedOut == true)
    await #expect(throws: DoorwardError(code: .notSignedIn, reason: "")) {
      try await client.doorward.accessToken()
    }
    let next = try Client(client.server, storage: storage.inner, renewsAhead: true)
    #expect(await next.doorward.ready().isSignedOut)
  }

  @Test(.timeLimit(.minutes(1))) func signOutThrowsIfNeitherStorageNorServerKnows() async throws {
    let client = try await signedIn()
    // The client tries again meanwhile, so one refusal is not enough.
    await storage.refuse("refresh_token")
    await client.wire.next("/v1/revoke", .drop)
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.engine.signOut(within: patience)
    }
    await storage.refuse(nil)
    #expect(error?.code == .signOutNotStored)
    #expect((error?.underlyingError as? DoorwardError)?.code == .storageUnavailable)
    #expect(await client.present()?.isSignedOut == true)
    // It is finished as soon as the storage works again.
    try await storage.untilWithoutSession()
    #expect(await client.wire.answers("/v1/revoke") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func signOutThatIsNotStoredSucceedsIfServerKnows() async throws {
    let client = try await signedIn()
    await storage.refuse("refresh_token")
    let result = try await client.doorward.engine.signOut(within: patience)
    #expect(result.serverKnows && !result.isStored)
    await storage.refuse(nil)
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func nextSignInReplacesSessionOfUnstoredSignOut() async throws {
    let client = try await signedIn()
    await storage.refuse("refresh_token")
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError.self) { try await client.doorward.engine.signOut(within: patience) }
    await storage.refuse(nil)
    let next = try await client.signInAsAnother()
    #expect(try await client.doorward.user.refresh()?.id == next.user?.id)
    let again = try Client(client.server, storage: storage.inner)
    #expect(await again.doorward.ready().user?.id == next.user?.id)
  }

  // MARK: A session that could not be read

  /// A stored session, and a client that starts while the storage is locked.
  private func locked(
    visitors: DoorwardConfiguration.Visitors = .staySignedOut
  ) async throws -> (Client, LockableStorage) {
    let server = try await RunningServer.start(
      configuration: #"{"applications": [{"id": "default", "methods": ["siwe", "anonymous"]}]}"#)
    let inner = InMemorySessionStorage()
    try await Client(server, storage: inner).signIn()
    let storage = LockableStorage(inner)
    await storage.lock()
    let client = try Client(server, storage: storage, visitors: visitors)
    #expect(await client.doorward.ready() == .undetermined)
    return (client, storage)
  }

  @Test(.timeLimit(.minutes(1))) func signOutIsAppliedWhenStorageIsUnlocked() async throws {
    let (client, storage) = try await locked()
    for _ in 0..<2 {
      let error = await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
      #expect(error?.code == .signOutNotStored)
      #expect(await client.present()?.isSignedOut == true)
    }
    await #expect(throws: DoorwardError(code: .notSignedOutElsewhere, reason: "")) {
      try await client.doorward.signOut(scope: .all)
    }
    await storage.unlock()
    await client.doorward.retry()
    #expect(await client.present()?.isSignedOut == true)
    await client.wire.until(answers: 1, of: "/v1/revoke")
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1)), arguments: [Doorward.SignOutScope.this, .all])
  func signOutOfUnreadSessionTellsServer(_ scope: Doorward.SignOutScope) async throws {
    let server = try await RunningServer.start()
    try await Client(server, storage: storage.inner).signIn()
    let reading = Stop()
    await storage.next(.beforeLoad) { await reading.wait() }
    let client = try Client(server, storage: storage)
    await reading.isReached()
    let signOut = Task { [engine = client.doorward.engine, patience] in
      try await engine.signOut(everywhere: scope == .all, within: patience)
    }
    #expect(await client.isSignedOut())
    reading.resume()
    #expect(try await signOut.value.serverKnows)
    #expect(await client.wire.answers(scope == .this ? "/v1/revoke" : "/v1/sign-out") == 1)
    await client.doorward.retry()
    #expect(await client.present()?.isSignedOut == true)
  }

  @Test(.timeLimit(.minutes(1))) func laterSignInOfAnotherProcessStays() async throws {
    let (client, storage) = try await locked()
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    client.time.advance(by: 1)
    let elsewhere = InMemorySessionStorage()
    let other = try await Client(client.server, storage: elsewhere, time: client.time).signInAsAnother()
    try await storage.unlock(replacing: try await elsewhere.load())
    await client.doorward.retry()
    #expect(await client.state { $0.hasUser }?.user?.id == other.user?.id)
    #expect(try await client.doorward.user.refresh()?.id == other.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func visitorAfterSignOutIsNew() async throws {
    let (client, storage) = try await locked(visitors: .asTheServerOffers)
    await #expect(throws: DoorwardError(code: .signOutNotStored, reason: "")) {
      try await client.doorward.signOut()
    }
    await storage.unlock()
    _ = try await client.doorward.accessToken()
    guard case .anonymous = await client.present() else {
      Issue.record("the user is signed in again")
      return
    }
    await client.wire.until(answers: 1, of: "/v1/revoke")
  }

  @Test(.timeLimit(.minutes(1))) func unreadableRecordOfLaterVersionStays() async throws {
    let client = try await signedIn()
    try await client.doorward.signOut()
    try await storage.untilWithoutSession()
    let later = Array(#"{"version":2}"#.utf8)
    try await storage.inner.save(later)
    await client.doorward.retry()
    #expect(try await storage.inner.load() == later)
    #expect(await client.present()?.isSignedOut == true)
  }

  @Test(.timeLimit(.minutes(1))) func laterRecordStaysAfterSignOutOfUnreadableSession() async throws {
    let (client, storage) = try await locked()
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    let later = Array(#"{"version":2}"#.utf8)
    try await storage.unlock(replacing: later)
    await client.doorward.retry()
    #expect(try await storage.load() == later)
  }

  // MARK: Guests

  private static let guests = #"{"applications": [{"id": "default", "methods": ["siwe", "guest"]}]}"#

  @Test(.timeLimit(.minutes(1))) func guestOfAnotherProcessStays() async throws {
    let server = try await RunningServer.start(configuration: Self.guests)
    let client = try Client(server, storage: storage)
    try await client.signIn()
    let other = try Client(server, storage: storage, visitors: .asTheServerOffers)
    #expect(await other.doorward.ready().hasUser)
    try await other.doorward.signOut()
    _ = try await other.doorward.accessToken()
    let guest = try #require(try await storage.load())
    #expect(String(decoding: guest, as: UTF8.self).contains("guest_secret"))
    try await client.doorward.signOut()
    #expect(String(decoding: try #require(try await storage.load()), as: UTF8.self).contains("guest_secret"))
  }

  /// A guest whose sign-out could not be stored.
  private func withUnstoredSignOut(clockSetBy seconds: Double = 0) async throws -> Client {
    let server = try await RunningServer.start(configuration: Self.guests)
    let client = try Client(server, storage: storage, visitors: .asTheServerOffers)
    _ = try await client.doorward.accessToken()
    client.time.set(by: seconds)
    await storage.failToRemove()
    await #expect(throws: DoorwardError(code: .signOutNotStored, reason: "")) {
      try await client.doorward.signOut()
    }
    return client
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0.0, -3600])
  func guestIsRemovedWhenStorageWorksAgain(clockSetBy seconds: Double) async throws {
    let client = try await withUnstoredSignOut(clockSetBy: seconds)
    #expect(await client.present()?.isSignedOut == true)
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func signOutEverywhereOfGuestThrowsIfNotStored() async throws {
    let server = try await RunningServer.start(configuration: Self.guests)
    let client = try Client(server, storage: storage, visitors: .asTheServerOffers)
    _ = try await client.doorward.accessToken()
    await storage.failToRemove()
    await #expect(throws: DoorwardError(code: .signOutNotStored, reason: "")) {
      try await client.doorward.signOut(scope: .all)
    }
  }

  // MARK: Reads during a sign-out

  @Test(.timeLimit(.minutes(1))) func readThatBeganBeforeSignOutDoesNotRestoreSession() async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    #expect(await client.doorward.ready().isSignedOut)
    try await client.signIn()
    let reading = Stop()
    await storage.next(.afterLoad) { await reading.wait() }
    let read = Task { [doorward = client.doorward] in await doorward.retry() }
    await reading.isReached()
    let signOut = Task { [doorward = client.doorward] in try await doorward.signOut() }
    #expect(await client.isSignedOut())
    reading.resume()
    await read.value
    _ = try await signOut.value
    #expect(await client.present()?.isSignedOut == true)
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func cancelledReadFinishesSignOut() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    try await client.doorward.signOut()
    let read = Task { [doorward = client.doorward] in await doorward.retry() }
    read.cancel()
    await read.value
    await client.wire.until(answers: 1, of: "/v1/revoke")
    try await storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func lockedOutSignOutIsStoredLater() async throws {
    let client = try await signedIn()
    await storage.next(.beforeAlone) { () throws(StorageError) in
      throw StorageError(code: .busy, reason: "Another process has it.")
    }
    #expect(try await client.doorward.engine.signOut(within: patience).serverKnows)
    #expect(await client.present()?.isSignedOut == true)
    try await storage.untilWithoutSession()
  }
}
