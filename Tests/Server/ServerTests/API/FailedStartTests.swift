import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSockets
import Encodings
import Testing

/// Requests that arrive before a start fails.
@Suite struct FailedStartTests {
  @Test(
    "After a failed start, waiting and later requests get 503, as a problem and in OAuth's form for OAuth calls"
  )
  func failure() async throws {
    let transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let api = TestAPI(origin: "http://\(try transport.bind())")
    async let waiting = inParallel(5) { try await api.send(.get, "/v1/config") }
    async let asking = api.form("/v1/token", "grant_type=refresh_token")
    try transport.start(.failedStart)
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
    await transport.drain(timeout: .zero)
  }

  @Test("A start whose wallet listener cannot bind gives back the address of the accounts")
  func secondListener() async throws {
    func transport(_ address: SocketAddress) -> SocketTransport {
      SocketTransport(SocketTransportConfiguration(listen: address))
    }
    let any = SocketAddress(address: .loopback, port: 0)
    let (taken, other) = (transport(any), transport(any))
    let (wallets, accounts) = (try taken.bind(), try other.bind())
    await other.drain(timeout: .zero)
    let error = await #expect(throws: HTTPError.self) {
      try await TestServer.run(["listen": .string("\(accounts)"), "wallet_listen": .string("\(wallets)")]) {
        _ in
      }
    }
    #expect(error?.code == .addressInUse)
    let next = transport(accounts)
    #expect(try next.bind() == accounts)
    for transport in [taken, next] { await transport.drain(timeout: .zero) }
  }
}
