import ChildProcesses
import Doorward
import Foundation
import Testing

/// A session that cannot be taken out of its storage is over all the same.
@MainActor struct SignOutThatIsKeptTests {
  private let storage = HookedStorage()

  private func signedIn() async throws -> Client {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    await storage.failToRemove()
    return client
  }

  @Test(.timeLimit(.minutes(1))) func whoIsLeftBehindComesBackToNobodyHere() async throws {
    let client = try await signedIn()
    // The server is told, so that the next start finds it ended.
    try await client.doorward.signOut()
    #expect(await client.isNobody())
    #expect(try await storage.load() != nil)
    await client.doorward.retry()
    #expect(await client.present()?.hasUser == false)
    await #expect(throws: DoorwardError(code: .notSignedIn, reason: "")) {
      try await client.doorward.accessToken()
    }
    let next = try Client(client.server, storage: storage, renewsAhead: true)
    #expect(await next.isNobody())
  }

  @Test(.timeLimit(.minutes(1))) func whereTheServerIsAwayTooThePersonIsTold() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    #expect(error?.code == .sessionLeftBehind)
    #expect((error?.underlyingError as? DoorwardError)?.code == .storageUnavailable)
    #expect(await client.isNobody())
    // Once more, with the disk mended: it is found, removed and told of.
    try await client.doorward.signOut()
    #expect(try await storage.load() == nil)
    #expect(await client.wire.count("/v1/revoke") == 2)
  }

  @Test(.timeLimit(.minutes(1))) func theNextUserTakesThePlace() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    let next = try await client.signInAsAnother()
    #expect(try await client.doorward.user.refresh()?.id == next.user?.id)
    let again = try Client(client.server, storage: storage)
    #expect(await again.state { $0.hasUser }?.user?.id == next.user?.id)
  }

  /// Somebody who is signed in, and a client that starts while the storage is locked.
  private func locked(
    visitors: DoorwardConfiguration.Visitors = .stayNobody
  ) async throws -> (Client, LockableStorage) {
    let server = try await RunningServer.start(
      configuration: #"{"applications": [{"id": "default", "methods": ["siwe", "anonymous"]}]}"#)
    let inner = InMemorySessionStorage()
    try await Client(server, storage: inner).signIn()
    let storage = LockableStorage(inner)
    await storage.lock()
    let client = try Client(server, storage: storage, visitors: visitors)
    // It has looked, and does not look once more by itself when it can.
    while await storage.refusals == 0 { try await Task.sleep(for: .milliseconds(1)) }
    return (client, storage)
  }

  @Test(.timeLimit(.minutes(1))) func whoeverWasThereIsSignedOutAlsoWhereNobodyCouldReadWho() async throws {
    let (client, storage) = try await locked()
    for _ in 0..<2 {
      let error = await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
      #expect(error?.code == .sessionLeftBehind)
      #expect(await client.isNobody())
    }
    await #expect(throws: DoorwardError(code: .notSignedOutElsewhere, reason: "")) {
      try await client.doorward.signOut(scope: .all)
    }
    await storage.unlock()
    await client.doorward.retry()
    #expect(await client.present()?.hasUser == false)
    #expect(try await storage.load() == nil)
    await client.wire.until(answers: 1, of: "/v1/revoke")
    await client.doorward.retry()
    #expect(await client.present()?.hasUser == false)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [Doorward.SignOutScope.this, .all])
  func signingOutOnceMoreWhenTheStorageIsMendedDoesIt(_ scope: Doorward.SignOutScope) async throws {
    let (client, storage) = try await locked()
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    await storage.unlock()
    try await client.doorward.signOut(scope: scope)
    #expect(try await storage.load() == nil)
    #expect(await client.wire.answers(scope == .this ? "/v1/revoke" : "/v1/sign-out") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func whoSignsInElsewhereMeanwhileIsNotSignedOut() async throws {
    let (client, storage) = try await locked()
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    await storage.unlock()
    client.time.advance(by: 1)
    let other = try await Client(client.server, storage: storage, time: client.time).signInAsAnother()
    await client.doorward.retry()
    #expect(await client.state { $0.hasUser }?.user?.id == other.user?.id)
    #expect(try await client.doorward.user.refresh()?.id == other.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func theServerIsToldOnce() async throws {
    let client = try await signedIn()
    try await client.doorward.signOut()
    for _ in 0..<3 {
      await storage.failToRemove()
      await client.doorward.retry()
    }
    #expect(await client.wire.count("/v1/revoke") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func aVisitorIsNotWhoWasSignedOutBeforeThem() async throws {
    let (client, storage) = try await locked(visitors: .asTheServerOffers)
    await #expect(throws: DoorwardError(code: .sessionLeftBehind, reason: "")) {
      try await client.doorward.signOut()
    }
    await storage.unlock()
    _ = try await client.doorward.accessToken()
    guard case .anonymous = await client.present() else {
      Issue.record("who was signed out is back")
      return
    }
    await client.wire.until(answers: 1, of: "/v1/revoke")
  }

  @Test(.timeLimit(.minutes(1))) func theServerIsToldWhenItIsBackThoughTheStorageIsNot() async throws {
    let server = try await RunningServer.start()
    let storage = LockableStorage(InMemorySessionStorage())
    let client = try Client(server, storage: storage)
    try await client.signIn()
    await storage.lock()
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError(code: .sessionLeftBehind, reason: "")) {
      try await client.doorward.signOut()
    }
    try await client.doorward.signOut()
    #expect(await client.wire.answers("/v1/revoke") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func theServerIsToldByOneLookAtATime() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    await client.wire.next("/v1/revoke", .hold)
    for _ in 0..<3 {
      await storage.failToRemove()
      await client.doorward.retry()
    }
    await client.wire.untilItHolds()
    await client.wire.release()
    await client.wire.until(answers: 1, of: "/v1/revoke")
    #expect(await client.wire.count("/v1/revoke") == 2)
  }

  @Test(.timeLimit(.minutes(1))) func whatTheServerKnowsOfOneSessionItKnowsNotOfTheNext() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .hold)
    let first = Task { [doorward = client.doorward] in try await doorward.signOut() }
    await client.wire.untilItHolds()
    // It is kept in the place of what could not be removed, of which the server is told again.
    try await client.signInAsAnother()
    await storage.failToRemove()
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError(code: .sessionLeftBehind, reason: "")) {
      try await client.doorward.signOut()
    }
    await client.wire.release()
    try? await first.value
    await client.doorward.retry()
    await client.wire.until(answers: 3, of: "/v1/revoke")
  }

  @Test(.timeLimit(.minutes(1))) func whatTheServerHasEndedNeedNotBeSaidAgain() async throws {
    let client = try await signedIn()
    try await client.doorward.signOut()
    await storage.failToRemove()
    await client.wire.next("/v1/revoke", .drop)
    try await client.doorward.signOut()
  }

  @Test(.timeLimit(.minutes(1))) func aGuestOfAnotherProcessStaysThere() async throws {
    let server = try await RunningServer.start(
      configuration: #"{"applications": [{"id": "default", "methods": ["siwe", "guest"]}]}"#)
    let client = try Client(server, storage: storage)
    try await client.signIn()
    let other = try Client(server, storage: storage, visitors: .asTheServerOffers)
    #expect(await other.state { $0.hasUser } != nil)
    try await other.doorward.signOut()
    _ = try await other.doorward.accessToken()
    let guest = try await storage.load()
    #expect(guest != nil)
    try await client.doorward.signOut()
    #expect(try await storage.load() == guest)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0.0, -3600])
  func aGuestThatCouldNotBeRemovedIsRemovedOnceItCanWhateverTheClockIsSetTo(_ seconds: Double) async throws {
    let client = try await withAGuestLeftBehind(clockSetBy: seconds)
    await client.doorward.retry()
    #expect(try await storage.load() == nil)
  }

  @Test(.timeLimit(.minutes(1))) func aGuestWhomAnotherProcessHasRenewedSinceIsTheSame() async throws {
    let client = try await withAGuestLeftBehind()
    let other = try Client(client.server, storage: storage, visitors: .asTheServerOffers, time: client.time)
    client.time.advance(by: 20 * 60)
    let before = try await storage.load()
    _ = try await other.doorward.accessToken()
    #expect(try await storage.load() != before)
    await client.doorward.retry()
    #expect(try await storage.load() == nil)
  }

  /// Somebody who was a guest until now, and whom the storage holds still.
  private func withAGuestLeftBehind(clockSetBy seconds: Double = 0) async throws -> Client {
    let server = try await RunningServer.start(
      configuration: #"{"applications": [{"id": "default", "methods": ["siwe", "guest"]}]}"#)
    let client = try Client(server, storage: storage, visitors: .asTheServerOffers)
    _ = try await client.doorward.accessToken()
    client.time.set(by: seconds)
    await storage.failToRemove()
    await #expect(throws: DoorwardError(code: .sessionLeftBehind, reason: "")) {
      try await client.doorward.signOut()
    }
    return client
  }

  @Test(.timeLimit(.minutes(1))) func whatIsRemovedWhileAnotherLookReadsItIsNotFound() async throws {
    let client = try await signedIn()
    try await client.doorward.signOut()
    await storage.failToRemove()
    let (reading, removing, removed) = (Stop(), Stop(), Stop())
    // It is looked at to be removed, and once more to say what there is.
    await storage.next(.afterLoad) {}
    await storage.next(.afterLoad) { await reading.wait() }
    let first = Task { [doorward = client.doorward] in await doorward.retry() }
    await reading.isReached()
    await storage.next(.beforeRemove) { await removing.wait() }
    let second = Task { [doorward = client.doorward] in await doorward.retry() }
    await removing.isReached()
    // What it has begun goes on.
    second.cancel()
    await second.value
    await storage.next(.afterAlone) { await removed.wait() }
    removing.goOn()
    await removed.isReached()
    reading.goOn()
    await first.value
    removed.goOn()
    #expect(await client.present()?.hasUser == false)
  }

  @Test(.timeLimit(.minutes(1))) func aLookThatIsCalledOffRemovesAndTellsAllTheSame() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    let stop = Stop()
    await storage.next(.beforeRemove) { await stop.wait() }
    let look = Task { [doorward = client.doorward] in await doorward.retry() }
    await stop.isReached()
    look.cancel()
    await look.value
    #expect(await client.present()?.hasUser == false)
    stop.goOn()
    await client.wire.until(answers: 1, of: "/v1/revoke")
    #expect(try await storage.load() == nil)
    #expect(await client.present()?.hasUser == false)
  }

  @Test(.timeLimit(.minutes(1))) func whatCannotBeReadLaterIsLeftAsItIs() async throws {
    let client = try await signedIn()
    try await client.doorward.signOut()
    // A later version of the app has put it there.
    let other = Array(#"{"version":2}"#.utf8)
    try await storage.inner.save(other)
    await client.doorward.retry()
    #expect(try await storage.inner.load() == other)
    #expect(await client.present()?.hasUser == false)
  }

  @Test(.timeLimit(.minutes(1))) func whatIsLeftWhileAnEarlierLookGoesOnIsNotFound() async throws {
    let client = try Client(await RunningServer.start(), storage: storage)
    #expect(await client.isNobody())
    let reading = Stop()
    await storage.next(.afterLoad) { await reading.wait() }
    let look = Task { [doorward = client.doorward] in await doorward.retry() }
    await reading.isReached()
    try await client.signIn()
    await storage.failToRemove()
    try await client.doorward.signOut()
    reading.goOn()
    await look.value
    await client.doorward.retry()
    #expect(await client.present()?.hasUser == false)
    #expect(try await storage.load() == nil)
  }

  @Test(.timeLimit(.minutes(1))) func whatCouldNotBeReadBeforeIsNotWhateverCannotBeReadLater() async throws {
    let (client, storage) = try await locked()
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    await storage.unlock()
    let other = Array(#"{"version":2}"#.utf8)
    try await storage.save(other)
    await client.doorward.retry()
    #expect(try await storage.load() == other)
  }

  @Test(.timeLimit(.minutes(1))) func aLookThatCannotHaveTheStorageLeavesItToTheNext() async throws {
    let client = try await signedIn()
    try await client.doorward.signOut()
    await storage.next(.beforeAlone) { () throws(StorageError) in
      throw StorageError(code: .busy, reason: "Another process has it.")
    }
    await client.doorward.retry()
    #expect(try await storage.inner.load() != nil)
    #expect(await client.present()?.hasUser == false)
    await client.doorward.retry()
    #expect(try await storage.inner.load() == nil)
  }

  @Test(.timeLimit(.minutes(1))) func ofAGuestThereAreNoOthersToBeSignedOut() async throws {
    let client = try await withAGuestLeftBehind()
    await storage.failToRemove()
    await #expect(throws: DoorwardError(code: .sessionLeftBehind, reason: "")) {
      try await client.doorward.signOut(scope: .all)
    }
  }
}
