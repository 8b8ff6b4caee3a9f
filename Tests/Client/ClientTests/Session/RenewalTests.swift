import ChildProcesses
import Doorward
import Encodings
import Foundation
import Testing

/// Tokens, their renewal, and the answers that sign a user out.
@MainActor struct RenewalTests {
  @Test(.timeLimit(.minutes(1))) func tokenStaysTheSameWhileItIsFresh() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let first = try await client.doorward.accessToken()
    #expect(try await client.doorward.accessToken() == first)
    #expect(await client.wire.count("/v1/token") == 0)
    client.time.advance(by: 16 * 60)
    let second = try await client.doorward.accessToken()
    #expect(second != first)
    #expect(await client.wire.count("/v1/token") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func hundredCallersShareOneRenewal() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    let doorward = client.doorward
    let callers = (0..<100).map { _ in Task { try await doorward.accessToken() } }
    var tokens: Set<String> = []
    for caller in callers { tokens.insert(try await caller.value) }
    #expect(tokens.count == 1)
    #expect(await client.wire.count("/v1/token") == 1)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0, -60, 1] as [JSONValue], [false, true])
  func tokenWithoutALifetimeIsUsedBeforeItIsRenewed(_ lifetime: JSONValue, _ renewsAhead: Bool) async throws {
    let client = try Client(await RunningServer.start(), renewsAhead: renewsAhead)
    try await client.signIn()
    // The record has the members of the answer.
    var answer = try #require(try await client.storage.load().flatMap { try JSONParser.parse($0).object })
    answer["access_token"] = "short"
    answer["expires_in"] = lifetime
    await client.wire.next("/v1/token", .answer(DoorwardResponse(status: 200, body: answer.serialized())))
    client.time.advance(by: 16 * 60)
    #expect(try await client.doorward.accessToken() == "short")
    #expect(try await client.doorward.accessToken() == "short")
    #expect(await client.wire.count("/v1/token") == 1)
    client.time.advance(by: 30)
    #expect(try await client.doorward.accessToken() != "short")
    #expect(await client.wire.count("/v1/token") == 2)
  }

  @Test(.timeLimit(.minutes(1))) func lostAnswerToRenewalKeepsSession() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    await client.wire.next("/v1/token", .loseAnswer)
    _ = try await client.doorward.accessToken()
    let keys = await client.wire.requests.filter { $0.url.hasSuffix("/v1/token") }.map {
      $0.headers["Idempotency-Key"]
    }
    #expect(keys.count == 2)
    #expect(keys[0] != nil && keys[0] == keys[1])
    #expect(client.doorward.authState.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func processKilledDuringRenewalKeepsSession() async throws {
    let server = try await RunningServer.start()
    let storage = InMemorySessionStorage()
    let first = try Client(server, storage: storage)
    try await first.signIn()
    first.time.advance(by: 16 * 60)
    // The server has renewed, the answer and the attempts after it are lost, and the app is killed.
    await first.wire.next("/v1/token", .loseAnswer)
    for _ in 0..<3 { await first.wire.next("/v1/token", .drop) }
    await #expect(throws: DoorwardError(code: .offline, reason: "")) {
      try await first.doorward.accessToken()
    }
    let second = try Client(server, storage: storage)
    second.time.advance(by: 20 * 60)
    _ = try await second.doorward.accessToken()
    #expect(await second.wire.count("/v1/token") == 1)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [500, 502, 503, 200, 302, 404])
  func otherAnswersThanRefusalKeepSession(_ status: Int) async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    let portal = DoorwardResponse(
      status: status, headers: ["content-type": "text/html"],
      body: Array("<h1>Sign in to this hotel</h1>".utf8))
    for _ in 0..<4 { await client.wire.next("/v1/token", .answer(portal)) }
    await #expect(throws: DoorwardError(code: .malformedAnswer, reason: "")) {
      try await client.doorward.accessToken()
    }
    #expect(client.doorward.authState.isLoggedIn)
    _ = try await client.doorward.accessToken()
  }

  @Test(.timeLimit(.minutes(1))) func refusalEndsSession() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    let refusal = DoorwardResponse(
      status: 400, body: Array(#"{"error":"invalid_grant","code":"invalid_grant","trace_id":"1"}"#.utf8))
    await client.wire.next("/v1/token", .answer(refusal))
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) {
      try await client.doorward.accessToken()
    }
    #expect(await client.isSignedOut())
    #expect(try await client.storage.isWithoutSession())
  }

  @Test(.timeLimit(.minutes(1))) func signOutDuringRenewalIsFinal() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    await client.wire.next("/v1/token", .hold)
    let waiting = Task { [doorward = client.doorward] in try await doorward.accessToken() }
    await client.wire.untilItHolds()
    try await client.doorward.signOut()
    await client.wire.release()
    await #expect(throws: (any Error).self) { try await waiting.value }
    #expect(await client.isSignedOut())
    try await client.storage.untilWithoutSession()
  }

  @Test(.timeLimit(.minutes(1))) func lateAnswerDoesNotChangeNextUsersSession() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    await client.wire.next("/v1/token", .hold)
    let waiting = Task { [doorward = client.doorward] in try await doorward.accessToken() }
    await client.wire.untilItHolds()
    let state = try await client.signInAsAnother()
    await client.wire.release()
    _ = try? await waiting.value
    #expect(await client.state { $0.user?.id == state.user?.id } != nil)
    let kept = try #require(try await client.storage.load())
    #expect(String(decoding: kept, as: UTF8.self).contains(try #require(state.user?.id)))
  }

  @Test(.timeLimit(.minutes(1))) func startWithoutNetworkKeepsUserUnverified() async throws {
    let server = try await RunningServer.start()
    let storage = InMemorySessionStorage()
    let first = try Client(server, storage: storage)
    try await first.signIn()
    let second = try Client(server, storage: storage)
    let state = await second.state { $0.hasUser }
    #expect(state?.user?.isVerified == false)
    second.time.advance(by: 16 * 60)
    _ = try await second.doorward.accessToken()
    #expect(await second.state { $0.user?.isVerified == true } != nil)
  }

  @Test(.timeLimit(.minutes(1))) func lockedStorageIsNotSignedOut() async throws {
    let server = try await RunningServer.start()
    let inner = InMemorySessionStorage()
    try await Client(server, storage: inner).signIn()
    let locked = LockableStorage(inner)
    await locked.lock()
    let client = try Client(server, storage: locked)
    await #expect(throws: DoorwardError(code: .storageLocked, reason: "")) {
      try await client.doorward.accessToken()
    }
    #expect(client.doorward.authState == .undetermined)
    #expect(await client.doorward.undeterminedReason() != nil)
    await locked.unlock()
    await client.doorward.retry()
    #expect(await client.state { $0.isLoggedIn } != nil)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [-3600.0, 3600])
  func clockAnHourOffChangesNothing(_ offset: TimeInterval) async throws {
    let client = try Client(await RunningServer.start())
    client.time.set(by: offset)
    try await client.signIn()
    _ = try await client.doorward.accessToken()
    #expect(await client.wire.count("/v1/token") == 0)
    client.time.set(by: -offset)
    _ = try await client.doorward.accessToken()
    #expect(client.doorward.authState.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func clockSetBackDoesNotMakeOldTokenFresh() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let token = try await client.doorward.accessToken()
    client.time.advance(by: 10 * 60)
    // Not so far that the token seems to be from the future.
    client.time.set(by: -9 * 60)
    client.time.advance(by: 6 * 60)
    #expect(try await client.doorward.accessToken() != token)
    #expect(await client.wire.count("/v1/token") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func everySubscriberReceivesEveryState() async throws {
    let client = try Client(await RunningServer.start())
    let streams = (0..<50).map { _ in client.doorward.authStates }
    try await client.signIn()
    try await client.doorward.signOut()
    for stream in streams {
      var seen: [Bool] = []
      for await state in stream {
        if case .undetermined = state { continue }
        seen.append(state.isLoggedIn)
        if seen.contains(true), seen.last == false { break }
      }
      #expect(seen.contains(true))
    }
  }
}
