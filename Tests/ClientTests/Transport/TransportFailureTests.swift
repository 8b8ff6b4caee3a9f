import ChildProcesses
import Doorward
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why there was no answer: an app can tell, and nobody is signed out by it.
@MainActor struct TransportFailureTests {
  private func refresh(at address: String) async throws -> DoorwardError? {
    let storage = InMemorySessionStorage()
    try await Client(RunningServer.start(), storage: storage).signIn()
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: address)), storage: storage, logger: .silent, renewsAhead: false))
    let error = await #expect(throws: DoorwardError.self) { try await doorward.user.refresh() }
    #expect(doorward.authState.isLoggedIn)
    #expect(try await storage.load() != nil)
    return error
  }

  @Test(.timeLimit(.minutes(1))) func aCertificateThatNobodyTrustsIsNoServer() async throws {
    let server = try TLSServer()
    let error = try await refresh(at: server.origin)
    #expect(error?.code == .insecureConnection)
    #expect(error?.isRetryable == true && error?.isOffline == false)
    #expect(error?.underlyingError is URLError)
    #expect(error?.recoverySuggestion != nil)
  }

  @Test(.timeLimit(.minutes(1))) func whoSpeaksNoTLSIsNoServer() async throws {
    // As our own does, which however may end the connection before what it said is read.
    let server = try DroppedHandshake(
      .afterHello, saying: Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8))
    defer { server.stop() }
    #expect(try await refresh(at: server.origin)?.code == .insecureConnection)
  }

  @Test(.timeLimit(.minutes(1)), arguments: DroppedHandshake.When.allCases)
  func aConnectionThatEndsInTheHandshakeIsOffline(_ when: DroppedHandshake.When) async throws {
    let server = try DroppedHandshake(when)
    defer { server.stop() }
    let error = try await refresh(at: server.origin)
    #expect(error?.code == .offline)
    #expect(error?.underlyingError is URLError)
  }

  @Test(.timeLimit(.minutes(1))) func whoWantsAnotherTLSIsNoServer() async throws {
    // RFC 8446 §6.2: a fatal alert, `handshake_failure`.
    let server = try DroppedHandshake(.afterHello, saying: [0x15, 3, 3, 0, 2, 2, 40])
    defer { server.stop() }
    #expect(try await refresh(at: server.origin)?.code == .insecureConnection)
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: [
      ("SSL certificate problem: unable to get local issuer certificate", true),
      ("SSL: no alternative certificate subject name matches target host name 'a.example'", true),
      ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", true),
      ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", false),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to certificate.example:443 ", false),
      ("OpenSSL SSL_connect: Connection reset by peer in connection to a.example:443 ", false),
      ("Failed to connect to tls.example port 443 after 0 ms: Couldn't connect to server", false),
    ])
    func libcurlSaysWhetherItWasTLSOrTheWire(_ sentence: String, _ isOfTLS: Bool) async throws {
      let url = try #require(URL(string: "https://a.example"))
      let doorward = Doorward(
        DoorwardConfiguration(
          serverURL: url, storage: InMemorySessionStorage(),
          transport: DoorwardTransport { _ in
            throw URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: sentence])
          }, logger: .silent, visitors: .stayNobody))
      await #expect(throws: DoorwardError(code: isOfTLS ? .insecureConnection : .offline, reason: "")) {
        try await doorward.near.challenge()
      }
    }
  #endif

  @Test(.timeLimit(.minutes(1))) func nobodyThereIsOffline() async throws {
    let error = try await refresh(at: "http://127.0.0.1:1")
    #expect(error?.isOffline == true)
    #expect((error?.underlyingError as? URLError)?.code == .cannotConnectToHost)
  }

  @Test(.timeLimit(.minutes(1))) func whoGivesUpAsTheAnswerComesGetsOneOfTheTwo() async throws {
    let backend = try HostileProxy()
    defer { backend.stop() }
    let request = DoorwardRequest(method: "GET", url: "\(backend.origin)/data")
    for round in 0..<1000 {
      backend.next(
        "/data", .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"))
      let sending = Task { try await DoorwardTransport.urlSession.send(request) }
      try await Task.sleep(for: .microseconds(round % 500 * 4))
      sending.cancel()
      switch await sending.result {
      case .success(let response): #expect(response.body == Array("ok".utf8))
      case .failure(let error):
        #expect((error as? URLError)?.code == .cancelled || error is CancellationError, "\(error)")
      }
    }
  }
}
