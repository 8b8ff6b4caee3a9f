import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to the app's backends, over real connections.
@MainActor struct AuthenticatedRequestTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
  private static let refusal = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  @Test(.timeLimit(.minutes(1))) func aRequestCarriesTheToken() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    backend.next("/data", .answer(Self.ok))
    let (data, response) = try await send(client, backend)
    #expect(String(decoding: data, as: UTF8.self) == "ok")
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    let token = try await client.doorward.accessToken()
    #expect(backend.requests("/data").map { $0.fields["authorization"] } == ["Bearer \(token)"])
    // The server that the session is of takes it too.
    let user = URLRequest(url: try #require(URL(string: client.server.origin + "/v1/user")))
    let (_, answer) = try await URLSession.shared.data(for: user, as: client.doorward)
    #expect((answer as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test(.timeLimit(.minutes(1))) func aBackendThatRefusesIsAskedOnceMoreWithANewToken() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    backend.next("/data", .answer(Self.refusal))
    backend.next("/data", .answer(Self.ok))
    let (_, response) = try await send(client, backend)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    let tokens = backend.requests("/data").map { $0.fields["authorization"] }
    #expect(tokens.count == 2 && tokens[0] != tokens[1])
    #expect(await client.wire.count("/v1/token") == 1)
    // And no more than once.
    backend.next("/data", .answer(Self.refusal))
    backend.next("/data", .answer(Self.refusal))
    let (_, refused) = try await send(client, backend)
    #expect((refused as? HTTPURLResponse)?.statusCode == 401)
    #expect(backend.requests("/data").count == 4)
    #expect(client.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func whatWasAskedForOneUserIsNotAskedForTheNext() async throws {
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
    // The backend before nothing has no answer to give; what matters is what it was sent.
    _ = try? await waiting.value
    #expect(backend.requests("/data").allSatisfy { $0.fields["authorization"] == "Bearer \(first)" })
  }

  @Test(.timeLimit(.minutes(1)), arguments: [301, 302, 303, 307, 308])
  func aRedirectToAnotherOriginGoesOnWithoutTheToken(_ status: Int) async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    let other = try HostileProxy()
    defer { other.stop() }
    other.next("/elsewhere", .answer(Self.ok))
    backend.next("/data", .answer(Self.redirect(status, "\(other.origin)/elsewhere")))
    let (_, response) = try await send(client, backend)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(other.requests("/elsewhere").count == 1)
    #expect(other.requests("/elsewhere").allSatisfy { $0.fields["authorization"] == nil })
    // Within the backend the token goes along.
    backend.next("/data", .answer(Self.redirect(status, "\(backend.origin)/moved")))
    backend.next("/moved", .answer(Self.ok))
    _ = try await send(client, backend)
    let token = try await client.doorward.accessToken()
    #expect(backend.requests("/moved").map { $0.fields["authorization"] } == ["Bearer \(token)"])
    // However it is spelled.
    backend.next(
      "/data", .answer(Self.redirect(status, backend.origin.replacing("http", with: "HTTP") + "/moved")))
    backend.next("/moved", .answer(Self.ok))
    _ = try await send(client, backend)
    #expect(backend.requests("/moved").allSatisfy { $0.fields["authorization"] == "Bearer \(token)" })
  }

  @Test(.timeLimit(.minutes(1))) func whoHasGivenUpBeforeSendsNothing() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    let sending = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await send(client, backend)
    }
    await #expect(throws: URLError(.cancelled)) { try await sending.value }
    // What had been sent would be here before this.
    backend.next("/data", .answer(Self.ok))
    _ = try await send(client, backend)
    #expect(backend.requests("/data").count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func whoGivesUpAsTheAnswerComesIsNeverStuck() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    for round in 0..<400 {
      backend.next("/data", .answer(Self.ok))
      let sending = Task { try await send(client, backend) }
      try await Task.sleep(for: .microseconds(round * 10))
      sending.cancel()
      switch await sending.result {
      case .success((_, let response)): #expect((response as? HTTPURLResponse)?.statusCode == 200)
      case .failure(let error):
        let isCalledOff =
          (error as? URLError)?.code == .cancelled || (error as? DoorwardError)?.isCancellation == true
        #expect(isCalledOff, "\(error)")
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func aSessionOfTheAppsOwnLeavesTheTokenBehindWithTheDelegateForIt() async throws {
    let (client, backend) = try await pair()
    defer { backend.stop() }
    let other = try HostileProxy()
    defer { other.stop() }
    backend.next("/data", .answer(Self.redirect(302, "\(other.origin)/elsewhere")))
    other.next("/elsewhere", .answer(Self.ok))
    let session = URLSession(
      configuration: .ephemeral, delegate: TokenSafeRedirects(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let request = URLRequest(url: try #require(URL(string: "\(backend.origin)/data")))
    let (_, response) = try await session.data(for: client.doorward.authenticated(request))
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(backend.requests("/data").map { $0.fields["authorization"] != nil } == [true])
    #expect(other.requests("/elsewhere").map { $0.fields["authorization"] } == [nil])
  }

  @Test(arguments: [
    "http://api.example.com/data", "http://127.0.0.1.evil.example/data", "ftp://127.0.0.1/data",
    "file:///data",
    "http://user@evil.example:80/127.0.0.1",
  ])
  func noTokenGoesWhereItCanBeReadOnTheWay(_ address: String) async throws {
    let doorward = Doorward.preview(.guest(.preview()))
    let request = URLRequest(url: try #require(URL(string: address)))
    await #expect(throws: DoorwardError(code: .insecureAddress, reason: "")) {
      try await doorward.authenticated(request)
    }
    await #expect(throws: DoorwardError(code: .insecureAddress, reason: "")) {
      try await URLSession.shared.data(for: request, as: doorward)
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

  private func send(_ client: Client, _ backend: HostileProxy) async throws -> (Data, URLResponse) {
    let request = URLRequest(url: try #require(URL(string: "\(backend.origin)/data")))
    return try await URLSession.shared.data(for: request, as: client.doorward)
  }
}
