import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSockets
import Encodings
import Testing

/// Requests that arrive before the server has started wait for the start or its failure.
@Suite struct PendingServiceTests {
  /// Runs `body` with a listener whose service is pending.
  private func listening(_ body: (PendingService, TestAPI) async throws -> Void) async throws {
    let pending = PendingService()
    let transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let api = TestAPI(origin: "http://\(try transport.start(pending))")
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(pending, api))
    } catch {
      result = .failure(error)
    }
    await transport.drain(timeout: .zero)
    try result.get()
  }

  @Test(
    "After a failed start, waiting and later requests get 503, as a problem and in OAuth's form for OAuth calls"
  )
  func failure() async throws {
    try await listening { pending, api in
      async let waiting = inParallel(5) { try await api.send(.get, "/v1/config") }
      async let asking = api.form("/v1/token", "grant_type=refresh_token")
      try await pending.hasWaiters(6)
      pending.fail()
      let late = try await api.send(.get, "/healthz")
      for answer in try await waiting + [late] {
        #expect(answer.status == 503)
        #expect(answer.code == "start_failed")
        #expect(answer.fields["Content-Type"] == "application/problem+json")
        #expect(answer.fields["Retry-After"] == "5")
        #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
      }
      let oauth = try await asking
      #expect(oauth.status == 503)
      #expect(oauth["error"] == "temporarily_unavailable")
    }
  }

  @Test("Waiting requests are answered after a successful start")
  func success() async throws {
    try await listening { pending, api in
      async let waiting = inParallel(5) { try await api.send(.get, "/here") }
      try await pending.hasWaiters(5)
      var router = Router()
      router.on(.get, "/here") { _, _ in .noContent }
      pending.resolve(HTTPService(router: router))
      let answers = try await waiting
      #expect(answers.allSatisfy { $0.status == 204 })
    }
  }
}

extension PendingService {
  /// Waits until so many wait.
  fileprivate func hasWaiters(_ count: Int) async throws {
    try await wait(until: "\(count) wait for the service") { waiterCount >= count }
  }
}
