import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardSockets
import Encodings
import Testing

/// A server without a public URL that listens on `localhost`, as by default.
@Suite struct LocalhostTests {
  private static let settings: JSONObject = ["listen": "localhost:0"]

  @Test("The account origin has the name localhost, and the wallet origin has the address")
  func origins() async throws {
    try await TestServer.run(Self.settings) { server in
      #expect(server.origin == "http://localhost:\(server.server.accountAddress.port)")
      let wallet = try #require(server.server.walletURL)
      #expect("\(wallet)" == "http://127.0.0.1:\(server.server.walletAddress.port)")
      #expect(try await server.wallets.send(.get, "/near").status == 200)
    }
  }

  @Test("The server answers at both loopback addresses, and redirects pages to the name")
  func bothAddresses() async throws {
    try await TestServer.run(Self.settings) { server in
      let port = server.server.accountAddress.port
      for address in ["127.0.0.1:\(port)", "[::1]:\(port)"] {
        let api = TestAPI(origin: "http://\(address)")
        #expect(try await api.send(.get, "/healthz").status == 200, "\(address)")
        let page = try await api.send(.get, "/?next=1")
        #expect(page.status == 307, "\(address)")
        #expect(page.fields["Location"] == "\(server.origin)/?next=1", "\(address)")
      }
    }
  }

  @Test("The page at localhost offers passkeys; the page at an address of numbers does not")
  func passkeys() async throws {
    let parties: [(String, JSONValue?)] = [("localhost:0", "localhost"), ("127.0.0.1:0", nil)]
    for (listen, party) in parties {
      try await TestServer.run(["listen": .string(listen)]) { server in
        let state = try await server.api.send(
          .get, "/session/state", fields: ["Sec-Fetch-Site": "same-origin"])
        #expect(state.json["config"]?["passkeys"]?["rp_id"] == party, "\(listen)")
      }
    }
  }

  @Test("The start fails if another program has the second address")
  func secondAddressIsTaken() async throws {
    let other = SocketTransport(.init(listen: try #require(SocketAddress("[::1]:0"))))
    let taken = try other.start { _ in .noContent }
    let error = await #expect(throws: HTTPError.self) {
      // A server that has started after all must not stay.
      try await TestServer(["listen": .string("localhost:\(taken.port)")]).stop()
    }
    #expect(error?.code == .addressInUse)
    await other.drain(timeout: .zero)
  }
}
