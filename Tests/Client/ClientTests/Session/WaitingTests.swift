import ChildProcesses
import EthereumSignatures
import Foundation
import Testing

@testable import Doorward

/// Callers wait no longer than necessary, and no request is sent twice.
@MainActor struct WaitingTests {
  private static let visitors = #"{"applications": [{"id": "default", "methods": ["siwe", "anonymous"]}]}"#
  private static let guests = #"{"applications": [{"id": "default", "methods": ["siwe", "guest"]}]}"#

  @Test(.timeLimit(.minutes(1))) func cancelledCallerDoesNotCancelRenewalForOthers() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    await client.wire.next("/v1/token", .hold)
    let callers = (0..<2).map { _ in
      Task { [doorward = client.doorward] in try await doorward.accessToken() }
    }
    await client.wire.untilItHolds()
    callers[0].cancel()
    let error = await #expect(throws: DoorwardError.self) { try await callers[0].value }
    #expect(error?.isCancellation == true)
    let late = Task { [doorward = client.doorward] in try await doorward.accessToken() }
    await client.wire.release()
    #expect(try await callers[1].value == late.value)
    #expect(await client.wire.count("/v1/token") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func cancelledSignInEndsSessionBefore()
    async throws
  {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    await client.wire.next("/v1/revoke", .hold)
    let signIn = Task { try await client.signInAsAnother() }
    await client.wire.untilItHolds()
    signIn.cancel()
    _ = await signIn.result
    await client.wire.release()
    await client.wire.until(answers: 1, of: "/v1/revoke")
  }

  @Test(.timeLimit(.minutes(1))) func transportThatIgnoresCancellationDelaysNoCaller() async throws {
    let slow = SlowCancellation()
    let transport = DoorwardTransport(patience: .milliseconds(50)) { _ in
      await slow.work()
      throw CancellationError()
    }
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: "http://127.0.0.1:1")), storage: InMemorySessionStorage(),
        transport: transport, logger: .silent))
    let wallet = EthereumSecretKey.throwaway()
    let error = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.login(with: TestWallet(wallet))
    }
    #expect(error?.isOffline == true)
    #expect(await slow.isCancelledAfterwards())
  }

  @Test(.timeLimit(.minutes(1))) func signOutEverywhereDoesNotWaitForRenewal() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    await client.wire.next("/v1/token", .hold)
    // Longer than an app's limit: the machine may be busy.
    let signOut = Task { [engine = client.doorward.engine] in
      try await engine.signOut(everywhere: true, within: .seconds(50))
    }
    #expect(await client.state { !$0.hasUser } != nil)
    // The sign-out needs new tokens, and the client requests them now.
    await client.wire.untilItHolds()
    await client.wire.release()
    #expect(try await signOut.value.serverKnows)
    #expect(await client.wire.count("/v1/sign-out") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func readDuringSignOutDoesNotRestoreSession() async throws {
    let storage = HookedStorage()
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    let (readings, reading) = AsyncStream<Task<Void, Never>>.makeStream()
    await storage.next(.beforeAlone) { [doorward = client.doorward] in
      reading.yield(Task { await doorward.retry() })
      try? await Task.sleep(for: .milliseconds(50))
    }
    try await client.doorward.signOut()
    for await one in readings {
      await one.value
      break
    }
    #expect(await client.state { !$0.hasUser } != nil)
    await #expect(throws: DoorwardError(code: .notSignedIn, reason: "")) {
      try await client.doorward.accessToken()
    }
  }

  @Test(.timeLimit(.minutes(1))) func cancelledSignOutKeepsSessionOfAnotherUser() async throws {
    let server = try await RunningServer.start()
    let storage = PoliteStorage()
    let app = try Client(server, storage: storage)
    try await app.signIn()
    let sharer = try Client(server, storage: storage)
    #expect(await sharer.state { $0.isLoggedIn } != nil)
    try await app.signInAsAnother()
    let signOut = Task { [doorward = sharer.doorward] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await doorward.signOut()
    }
    _ = try await signOut.value
    app.time.advance(by: 16 * 60)
    _ = try await app.doorward.accessToken()
  }

  @Test(.timeLimit(.minutes(1))) func validTokenIsReturnedWhileServerIsAway() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let token = try await client.doorward.accessToken()
    // The token ends soon, and is valid for another half minute.
    client.time.advance(by: 870)
    for _ in 0..<4 { await client.wire.next("/v1/token", .drop) }
    #expect(try await client.doorward.accessToken() == token)
    client.time.advance(by: 40)
    for _ in 0..<4 { await client.wire.next("/v1/token", .drop) }
    await #expect(throws: DoorwardError(code: .offline, reason: "")) {
      try await client.doorward.accessToken()
    }
    #expect(try await client.doorward.accessToken() != token)
  }

  @Test(.timeLimit(.minutes(1))) func hundredCallersRenewGuestOnce() async throws {
    let server = try await RunningServer.start(configuration: Self.guests)
    let client = try Client(server, visitors: .asTheServerOffers)
    let before = try await client.doorward.accessToken()
    client.time.advance(by: 16 * 60)
    let callers = (0..<100).map { _ in
      Task { [doorward = client.doorward] in try await doorward.accessToken() }
    }
    var tokens: Set<String> = []
    for caller in callers { tokens.insert(try await caller.value) }
    #expect(tokens.count == 1 && !tokens.contains(before))
    #expect(await client.wire.count("/v1/guest") == 2)
  }

  @Test(.timeLimit(.minutes(1))) func visitorDoesNotReplaceUnreadableRecord() async throws {
    let server = try await RunningServer.start(configuration: Self.visitors)
    let client = try Client(server, visitors: .asTheServerOffers)
    #expect(await client.state { $0 != .undetermined } != nil)
    let later = Array(#"{"version":2,"session_id":"x"}"#.utf8)
    try await client.storage.save(later)
    await #expect(throws: DoorwardError(code: .storageUnreadable, reason: "")) {
      try await client.doorward.accessToken()
    }
    #expect(try await client.storage.load() == later)
    #expect(await client.wire.count("/v1/anonymous") == 0)
  }

  @Test(.timeLimit(.minutes(1))) func signInBeforeFirstReadUpgradesStoredVisitor() async throws {
    let server = try await RunningServer.start(configuration: Self.visitors)
    let storage = HookedStorage()
    let visitor = try await Client(server, storage: storage).doorward.anonymous.login()
    // Ten times the longest wait by the clock of these tests, at the start and for a sign-in.
    for _ in 0..<2 { await storage.next(.beforeLoad) { try? await Task.sleep(for: .milliseconds(50)) } }
    let state = try await Client(server, storage: storage).signInAsAnother()
    #expect(state.isLoggedIn && state.user?.id == visitor.user?.id)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [500, 403])
  func refusalInAnotherFormKeepsSession(_ status: Int) async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    client.time.advance(by: 16 * 60)
    let refusal = DoorwardResponse(
      status: status, body: Array(#"{"error":"invalid_grant","code":"invalid_grant","trace_id":"1"}"#.utf8))
    for _ in 0..<4 { await client.wire.next("/v1/token", .answer(refusal)) }
    await #expect(throws: DoorwardError.self) { try await client.doorward.accessToken() }
    #expect(await client.present()?.isLoggedIn == true)
    while await client.wire.count("/v1/token") < 5 { _ = try? await client.doorward.accessToken() }
    _ = try await client.doorward.accessToken()
  }
}

/// A storage whose lock throws if the task is cancelled, as that of files does.
actor PoliteStorage: SessionStorage {
  private let inner = InMemorySessionStorage()

  func load() async throws(StorageError) -> [UInt8]? { try await inner.load() }
  func save(_ record: [UInt8]) async throws(StorageError) { try await inner.save(record) }
  func remove() async throws(StorageError) { try await inner.remove() }
  func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    try Task.checkCancellation()
    return try await inner.exclusively(body)
  }
}
