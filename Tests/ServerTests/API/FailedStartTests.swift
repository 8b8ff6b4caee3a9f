import DoorwardServer
import Encodings
import HTTPCore
import MicroHTTPDTransport
import Testing

/// A server that cannot start leaves nothing listening.
@Suite struct FailedStartTests {
  @Test("Where an application's audience is the issuer, nothing starts and both listeners close")
  func bothListenersClose() async throws {
    let probe = MicroHTTPDTransport(
      MicroHTTPDConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let free = try probe.start { _ in .noContent }
    await probe.drain(timeout: .zero)
    let settings: JSONObject = [
      "wallet_listen": .string("\(free)"), "public_url": "http://localhost:1",
      "applications": [["id": "default", "audience": "http://localhost:1"]],
    ]
    await #expect(throws: ConfigurationError(.invalidValue, key: "applications[0].audience", "")) {
      try await TestServer(settings)
    }
    let again = MicroHTTPDTransport(MicroHTTPDConfiguration(listen: free))
    #expect(throws: Never.self) { try again.start { _ in .noContent } }
    await again.drain(timeout: .zero)
  }
}
