import ChildProcesses
import Doorward
import Encodings
import Foundation
import Testing

/// The errors of a transport without an answer. None of them signs the user out.
@MainActor struct TransportFailureTests {
  private func refresh(at address: String) async throws -> DoorwardError? {
    let url = try #require(URL(string: address))
    let storage = try await storageOfSession(at: url)
    let doorward = Doorward(
      DoorwardConfiguration(serverURL: url, storage: storage, logger: .silent, renewsAhead: false))
    let error = await #expect(throws: DoorwardError.self) { try await doorward.user.refresh() }
    #expect(doorward.authState.isLoggedIn)
    #expect(try await storage.load() != nil)
    return error
  }

  /// A storage with a session, as if the server at an address had opened it.
  private func storageOfSession(at url: URL) async throws -> InMemorySessionStorage {
    let storage = InMemorySessionStorage()
    try await Client(RunningServer.start(), storage: storage).signIn()
    let record = try #require(try await storage.load())
    var members = try #require(JSONParser.parse(record).object)
    members["owner"] = .string(StandardSessionStorage.name(serverURL: url))
    return InMemorySessionStorage(members.serialized())
  }

  @Test(.timeLimit(.minutes(1))) func untrustedCertificateIsInsecure() async throws {
    let server = try await TLSServer()
    let error = try await refresh(at: server.origin)
    #expect(error?.code == .insecureConnection)
    #expect(error?.isRetryable == true && error?.isOffline == false)
    #expect(error?.underlyingError is URLError)
    #expect(error?.recoverySuggestion != nil)
  }

  @Test(.timeLimit(.minutes(1))) func plainHTTPInAnswerToTLSIsInsecure() async throws {
    // The server of this package does the same, but may close the connection before its answer is read.
    let server = try DroppedHandshake(
      .afterHello, saying: Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8))
    defer { server.stop() }
    #expect(try await refresh(at: server.origin)?.code == .insecureConnection)
  }

  @Test(.timeLimit(.minutes(1)), arguments: DroppedHandshake.When.allCases)
  func connectionThatEndsDuringTheHandshakeIsOffline(_ when: DroppedHandshake.When) async throws {
    let server = try DroppedHandshake(when)
    defer { server.stop() }
    let error = try await refresh(at: server.origin)
    #expect(error?.code == .offline)
    #expect(error?.underlyingError is URLError)
  }

  @Test(.timeLimit(.minutes(1))) func refusedHandshakeIsInsecure() async throws {
    // RFC 8446 §6.2: a fatal alert, `handshake_failure`.
    let server = try DroppedHandshake(.afterHello, saying: [0x15, 3, 3, 0, 2, 2, 40])
    defer { server.stop() }
    #expect(try await refresh(at: server.origin)?.code == .insecureConnection)
  }

  @Test(.timeLimit(.minutes(1))) func refusedConnectionIsOffline() async throws {
    let error = try await refresh(at: "http://127.0.0.1:1")
    #expect(error?.isOffline == true)
    #expect((error?.underlyingError as? URLError)?.code == .cannotConnectToHost)
  }

  @Test(.timeLimit(.minutes(1))) func cancellationDuringTheAnswerGivesTheAnswerOrTheError() async throws {
    let backend = try HostileProxy()
    defer { backend.stop() }
    let request = DoorwardRequest(method: "GET", url: "\(backend.origin)/data")
    for round in 0..<1000 {
      backend.next(
        "/data", .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"))
      let sending = Task { try await DoorwardTransport.standard.send(request) }
      try await Task.sleep(for: .microseconds(round % 500 * 4))
      sending.cancel()
      switch await sending.result {
      case .success(let response): #expect(response.body == Array("ok".utf8))
      case .failure(let error):
        #expect((error as? URLError)?.code == .cancelled || error is CancellationError, "\(error)")
      }
    }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "HTTP/1.1 200 OK\r\nCont", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", "HTTP/1.1 200 OK", "HTTP/1.1 2",
      "",
    ])
  func answerThatEndsWithinItsHeaderIsNoAnswer(_ head: String) async throws {
    let server = try HostileProxy()
    defer { server.stop() }
    // libcurl tries again if a connection ended before the first byte.
    for _ in 0..<6 { server.next("/data", .answer(head)) }
    let request = DoorwardRequest(url: "\(server.origin)/data")
    let error = await #expect(throws: URLError.self) { try await DoorwardTransport.standard.send(request) }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test(.timeLimit(.minutes(1))) func answerOverTheLimitIsRefused() async throws {
    let server = try HostileProxy()
    defer { server.stop() }
    let length = (1 << 20) + 1
    server.next(
      "/data",
      .answer(
        "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "a", count: length)))
    let request = DoorwardRequest(url: "\(server.origin)/data")
    let error = await #expect(throws: URLError.self) { try await DoorwardTransport.standard.send(request) }
    #expect(error?.code == .dataLengthExceedsMaximum)
  }
}
