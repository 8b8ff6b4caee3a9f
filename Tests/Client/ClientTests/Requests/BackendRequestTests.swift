import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import Testing

/// Requests to the app's backends, over real connections.
@MainActor struct BackendRequestTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
  private static let refusal = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  @Test(.timeLimit(.minutes(1))) func requestCarriesToken() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    backend.next("/data", .answer(Self.ok))
    let answer = try await send(client, backend)
    #expect(answer.body == Array("ok".utf8))
    #expect(answer.status == 200)
    let token = try await client.doorward.accessToken()
    #expect(backend.requests("/data").map { $0.fields["authorization"] } == ["Bearer \(token)"])
    // The sign-in server accepts the token too.
    let user = DoorwardRequest(url: client.server.origin + "/v1/user")
    #expect(try await client.doorward.send(user).status == 200)
  }

  @Test(.timeLimit(.minutes(1))) func refusedRequestIsSentOnceMoreWithNewToken() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    backend.next("/data", .answer(Self.refusal))
    backend.next("/data", .answer(Self.ok))
    #expect(try await send(client, backend).status == 200)
    let tokens = backend.requests("/data").map { $0.fields["authorization"] }
    #expect(tokens.count == 2 && tokens[0] != tokens[1])
    #expect(await client.wire.count("/v1/token") == 1)
    // A second refusal is not answered with a third token.
    backend.next("/data", .answer(Self.refusal))
    backend.next("/data", .answer(Self.refusal))
    #expect(try await send(client, backend).status == 401)
    #expect(backend.requests("/data").count == 4)
    #expect(client.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func refusedRequestIsNotRepeatedForTheNextUser() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    backend.next("/data", .hold)
    let first = try await client.doorward.accessToken()
    let waiting = Task { try await send(client, backend) }
    try await backend.untilItHolds()
    try await client.doorward.signOut()
    let next = EthereumSecretKey.throwaway()
    try await client.doorward.siwe.login(with: TestWallet(next))
    backend.release()
    // The backend has nothing to answer with. The test looks at the tokens that it got.
    _ = try? await waiting.value
    #expect(backend.requests("/data").allSatisfy { $0.fields["authorization"] == "Bearer \(first)" })
  }

  @Test(.timeLimit(.minutes(1)), arguments: [301, 302, 303, 307, 308])
  func redirectToAnotherOriginLosesTheToken(_ status: Int) async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    let other = try HostileProxy()
    defer { other.stop() }
    other.next("/elsewhere", .answer(Self.ok))
    backend.next("/data", .answer(Self.redirect(status, "\(other.origin)/elsewhere")))
    #expect(try await send(client, backend).status == 200)
    #expect(other.requests("/elsewhere").count == 1)
    #expect(other.requests("/elsewhere").allSatisfy { $0.fields["authorization"] == nil })
    // Within the origin the token is kept.
    backend.next("/data", .answer(Self.redirect(status, "\(backend.origin)/moved")))
    backend.next("/moved", .answer(Self.ok))
    _ = try await send(client, backend)
    let token = try await client.doorward.accessToken()
    #expect(backend.requests("/moved").map { $0.fields["authorization"] } == ["Bearer \(token)"])
    // The scheme is not case sensitive.
    backend.next(
      "/data", .answer(Self.redirect(status, backend.origin.replacing("http", with: "HTTP") + "/moved")))
    backend.next("/moved", .answer(Self.ok))
    _ = try await send(client, backend)
    #expect(backend.requests("/moved").allSatisfy { $0.fields["authorization"] == "Bearer \(token)" })
  }

  @Test(.timeLimit(.minutes(1))) func cancelledTaskSendsNothing() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    let sending = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await send(client, backend)
    }
    await #expect(throws: DoorwardError(code: .cancelled, reason: "")) { try await sending.value }
    // A request that had been sent would arrive before this one.
    backend.next("/data", .answer(Self.ok))
    _ = try await send(client, backend)
    #expect(backend.requests("/data").count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func cancellationDuringTheAnswerNeverHangs() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    for round in 0..<400 {
      backend.next("/data", .answer(Self.ok))
      let sending = Task { try await send(client, backend) }
      try await Task.sleep(for: .microseconds(round * 10))
      sending.cancel()
      switch await sending.result {
      case .success(let answer): #expect(answer.status == 200)
      case .failure(let error): #expect((error as? DoorwardError)?.isCancellation == true, "\(error)")
      }
    }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func redirectOfPostKeepsTheMethodAsHTTPSays(_ status: Int, _ method: String) async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    backend.next("/data", .answer(Self.redirect(status, "\(backend.origin)/moved")))
    backend.next("/moved", .answer(Self.ok))
    let request = DoorwardRequest(
      method: "POST", url: "\(backend.origin)/data", headers: ["content-type": "text/plain"],
      body: Array("body".utf8))
    #expect(try await client.doorward.send(request).status == 200)
    let moved = try #require(backend.requests("/moved").first)
    #expect(moved.method == method)
    #expect(moved.fields["content-type"] == (method == "POST" ? "text/plain" : nil))
  }

  @Test(.timeLimit(.minutes(1))) func redirectWithoutTLSIsRefused() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    backend.next("/data", .answer(Self.redirect(302, "http://backend.example/data")))
    await #expect(throws: DoorwardError(code: .insecureAddress, reason: "")) {
      try await send(client, backend)
    }
  }

  @Test(.timeLimit(.minutes(1))) func redirectsWithoutEndAreGivenUp() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    for _ in 0...20 { backend.next("/data", .answer(Self.redirect(302, "\(backend.origin)/data"))) }
    await #expect(throws: DoorwardError(code: .offline, reason: "")) { try await send(client, backend) }
    #expect(backend.requests("/data").count == 21)
  }

  @Test(arguments: [
    "http://api.example.com/data", "http://127.0.0.1.evil.example/data", "ftp://127.0.0.1/data",
    "file:///data",
    "http://user@evil.example:80/127.0.0.1",
  ])
  func tokenIsNotSentWithoutTLS(_ address: String) async throws {
    let doorward = Doorward.preview(.guest(.preview()))
    await #expect(throws: DoorwardError.self) {
      try await doorward.send(
        DoorwardRequest(url: address), over: DoorwardTransport { _ in preconditionFailure("sent") })
    }
  }

  private static func redirect(_ status: Int, _ place: String) -> String {
    "HTTP/1.1 \(status) Moved\r\nLocation: \(place)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
  }

  private func pair() async throws -> (Client, HostileProxy) {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    return (client, try HostileProxy())
  }

  private func send(_ client: Client, _ backend: HostileProxy) async throws -> DoorwardResponse {
    try await client.doorward.send(DoorwardRequest(url: "\(backend.origin)/data"))
  }
}
