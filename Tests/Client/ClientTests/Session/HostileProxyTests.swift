import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import Testing

/// A real server behind a proxy that behaves like a bad network. Only a definite refusal
/// signs out.
@MainActor struct HostileProxyTests {
  private let storage = InMemorySessionStorage()

  /// A signed-in client whose tokens have expired. A valid answer has to arrive within the patience.
  private func signedIn(patience: Duration = .seconds(30)) async throws -> (Client, HostileProxy) {
    let server = try await RunningServer.start()
    let proxy = try HostileProxy(before: server.origin)
    let client = try Client(server, storage: storage, through: proxy, patience: patience)
    try await client.signInAsAnother()
    client.time.advance(by: 16 * 60)
    return (client, proxy)
  }

  /// Failures that end at once, and failures that last longer than the patience.
  private static let quick: [HostileProxy.Fault] = [
    .drop, .loseAnswer, .truncateAnswer, .duplicate, .endless,
    .answer(""), .answer("\u{0}\u{1}garbage\r\n\r\n"),
    .answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
    .answer(page(500)), .answer(page(502)), .answer(page(503)), .answer(page(200)), .answer(page(404)),
  ]
  private static let slow: [HostileProxy.Fault] = [.trickle(milliseconds: 20), .holdAnswer, .hold]

  private static func page(_ status: Int) -> String {
    let page = "<html><h1>Sign in to this hotel</h1></html>"
    return
      "HTTP/1.1 \(status) X\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(page)"
  }

  @Test(.timeLimit(.minutes(1))) func sessionSurvivesFailuresOfNetwork() async throws {
    let (client, proxy) = try await signedIn()
    defer { proxy.stop() }
    for fault in Self.quick { try await survive(fault, client, proxy) }
  }

  @Test(.timeLimit(.minutes(1))) func sessionSurvivesSlowNetwork() async throws {
    let (client, proxy) = try await signedIn(patience: .seconds(1))
    defer { proxy.stop() }
    for fault in Self.slow { try await survive(fault, client, proxy) }
  }

  private func survive(_ fault: HostileProxy.Fault, _ client: Client, _ proxy: HostileProxy) async throws {
    let before = proxy.requests("/v1/token").count
    proxy.next("/v1/token", fault)
    _ = try await client.doorward.accessToken()
    // The client and the server have the same tokens.
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
    client.time.advance(by: 16 * 60)
    let keys = proxy.requests("/v1/token").dropFirst(before).map { $0.fields["idempotency-key"] }
    // All attempts of the first renewal have the same key.
    #expect(Set(keys).count == 2 && !keys.contains(nil), "\(fault)")
    #expect(await client.present()?.isLoggedIn == true, "\(fault)")
  }

  @Test(.timeLimit(.minutes(1))) func repeatedFailureIsErrorAndKeepsSession() async throws {
    let (client, proxy) = try await signedIn(patience: .seconds(1))
    defer { proxy.stop() }
    for fault in Self.quick + [.hold] where fault != .duplicate {
      for _ in 0..<4 { proxy.next("/v1/token", fault) }
      let error = await #expect(throws: DoorwardError.self, "\(fault)") {
        try await client.doorward.accessToken()
      }
      #expect(error?.isRetryable == true, "\(fault)")
      #expect(await client.present()?.isLoggedIn == true, "\(fault)")
    }
    #expect(try await client.storage.load() != nil)
  }

  @Test(.timeLimit(.minutes(1))) func noTokenFollowsRedirect() async throws {
    let (client, proxy) = try await signedIn()
    let elsewhere = try HostileProxy()
    defer {
      proxy.stop()
      elsewhere.stop()
    }
    for status in [301, 302, 303, 307, 308] {
      let redirect =
        "HTTP/1.1 \(status) X\r\nLocation: \(elsewhere.origin)/v1/token\r\nContent-Length: 0\r\n\r\n"
      proxy.next("/v1/token", .answer(redirect))
      _ = try await client.doorward.accessToken()
      proxy.next("/v1/user", .answer(redirect))
      await #expect(throws: DoorwardError.self) { try await client.doorward.user.refresh() }
      client.time.advance(by: 16 * 60)
    }
    #expect(elsewhere.requests("/v1/token").isEmpty)
    #expect(await client.present()?.isLoggedIn == true)
  }

  @Test(.timeLimit(.minutes(1))) func hundredCallersMakeOneRequest() async throws {
    let (client, proxy) = try await signedIn()
    defer { proxy.stop() }
    let callers = (0..<100).map { _ in
      Task { [doorward = client.doorward] in try await doorward.accessToken() }
    }
    var tokens: Set<String> = []
    for caller in callers { tokens.insert(try await caller.value) }
    #expect(tokens.count == 1)
    #expect(proxy.requests("/v1/token").count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func signOutDuringRenewalIsFinal() async throws {
    let (client, proxy) = try await signedIn()
    defer { proxy.stop() }
    proxy.next("/v1/token", .holdAnswer)
    let waiting = Task { [doorward = client.doorward] in try await doorward.accessToken() }
    try await proxy.untilItHolds()
    try await client.doorward.signOut()
    proxy.release()
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await waiting.value }
    #expect(await client.state { $0.isSignedOut } != nil)
    try await client.storage.untilWithoutSession()
    #expect(proxy.requests("/v1/revoke").count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func signInDuringRenewalStays() async throws {
    let (client, proxy) = try await signedIn()
    defer { proxy.stop() }

    proxy.next("/v1/token", .holdAnswer)
    let waiting = Task { [doorward = client.doorward] in try await doorward.accessToken() }
    try await proxy.untilItHolds()
    let state = try await client.signInAsAnother()
    proxy.release()
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await waiting.value }
    #expect(try await client.doorward.user.refresh()?.id == state.user?.id)
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
    #expect(await client.present()?.user?.id == state.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func requestOfOneUserIsNotRepeatedAsTheNext() async throws {
    let (client, proxy) = try await signedIn()
    defer { proxy.stop() }
    let request = DoorwardRequest(url: "\(proxy.origin)/v1/user")
    proxy.next("/v1/user", .hold)
    let answer = Task { [doorward = client.doorward] in
      try await doorward.send(request)
    }
    try await proxy.untilItHolds()
    try await client.signInAsAnother()
    while proxy.requests("/v1/revoke").isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    // The token of the earlier user is refused now. Only the caller of that user gets the refusal.
    let before = proxy.requests("/v1/user").count
    proxy.release()
    _ = try await answer.value
    #expect(proxy.requests("/v1/user").count == before)
  }
}
