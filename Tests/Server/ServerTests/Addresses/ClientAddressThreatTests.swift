import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Header fields of a client about its address do not change its rate limit.
@Suite struct ClientAddressThreatTests {
  private static func settings(limit: Int, proxies: [String] = []) -> JSONObject {
    [
      "development": false, "rate_limits": ["sign_in_per_minute": .integer(limit)],
      "trusted_proxies": .strings(proxies),
    ]
  }

  /// A sign-in with a malformed proof: it is counted and has no other effect.
  private func attempt(_ server: TestServer, _ fields: HTTPFields = [:]) async throws -> Int {
    try await server.api.send(.post, "/v1/ethereum/sign-in", .wrongProof, fields: fields).status
  }

  private func attempt(_ server: TestServer, from forwarded: String) async throws -> Int {
    try await attempt(server, ["X-Forwarded-For": forwarded])
  }

  @Test("X-Forwarded-For and similar fields of an untrusted peer do not reset a limit")
  func spoofed() async throws {
    try await TestServer.run(Self.settings(limit: 3)) { server async throws in
      for _ in 0..<3 { #expect(try await attempt(server) == 422) }
      for name in [
        "X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP", "True-Client-IP", "X-Client-IP",
        "X-Cluster-Client-IP", "Client-IP",
      ] {
        let value = name == "Forwarded" ? "for=198.51.100.7" : "198.51.100.7"
        #expect(try await attempt(server, [name: value]) == 429, "\(name)")
      }
    }
  }

  @Test("A peer that is not the trusted proxy is not believed")
  func untrustedPeer() async throws {
    try await TestServer.run(Self.settings(limit: 2, proxies: ["10.0.0.0/8"])) { server async throws in
      #expect(try await attempt(server, from: "198.51.100.1") == 422)
      #expect(try await attempt(server, from: "198.51.100.2") == 422)
      #expect(try await attempt(server, from: "198.51.100.3") == 429)
    }
  }

  @Test(
    "X-Forwarded-For that has no effect is reported once",
    arguments: [
      (
        ["10.0.0.0/8"], ["198.51.100.1", "198.51.100.2"],
        "X-Forwarded-For from a peer outside trusted_proxies"
      ),
      (["127.0.0.1/32"], ["198.51.100.1, unknown", "[fe80::1"], "unreadable X-Forwarded-For"),
      (["127.0.0.1/32"], ["198.51.100.1", "[fe80::1%eth0]:80"], nil), ([], [], nil),
    ] as [([String], [String], String?)])
  func reported(_ proxies: [String], _ lines: [String], _ message: String?) async throws {
    try await TestServer.run(Self.settings(limit: 10, proxies: proxies)) { server async throws in
      for line in lines { _ = try await attempt(server, from: line) }
      _ = try await attempt(server)
      let warnings = server.log.lines.filter { $0["message"]?.string?.contains("X-Forwarded-For") == true }
      #expect(warnings.map { $0["message"]?.string } == (message.map { [$0] } ?? []))
      for warning in warnings {
        #expect(warning["level"] == "warning" && warning["client"] == "127.0.0.1")
        #expect(!lines.contains { warning.serializedString().contains($0) })
      }
    }
  }

  @Test(
    "Behind a trusted proxy each client is counted by the right-most address that is not a proxy")
  func trusted() async throws {
    try await TestServer.run(Self.settings(limit: 2, proxies: ["127.0.0.1/32", "10.0.0.0/8"])) {
      server async throws in
      #expect(try await attempt(server, from: "198.51.100.1") == 422)
      #expect(try await attempt(server, from: "198.51.100.1") == 422)
      // The text of the client is left of the address that the proxy saw.
      for spoof in [
        "203.0.113.9, 198.51.100.1", "10.0.0.1, 198.51.100.1", "127.0.0.1,198.51.100.1",
        "unknown, 198.51.100.1", "198.51.100.1, 10.1.2.3", "198.51.100.1, 10.1.2.3, 127.0.0.1",
      ] {
        #expect(try await attempt(server, from: spoof) == 429, "\(spoof)")
      }
      var lines: HTTPFields = ["X-Forwarded-For": "203.0.113.77"]
      lines.append("X-Forwarded-For", "198.51.100.1")
      #expect(try await attempt(server, lines) == 429)
      #expect(try await attempt(server, from: "198.51.100.2") == 422)
    }
  }

  @Test("Different spellings of an address are the same address")
  func aliases() async throws {
    try await TestServer.run(Self.settings(limit: 2, proxies: ["127.0.0.1/32"])) { server async throws in
      for spelling in [
        ["198.51.100.9", "::ffff:198.51.100.9"],
        ["2001:db8:aa::1", "2001:0DB8:00AA:0000:0000:0000:0000:0001"],
      ] {
        for text in spelling { #expect(try await attempt(server, from: text) == 422, "\(text)") }
      }
      for spelling in [
        "198.51.100.9", "::FFFF:c633:6409", "0:0:0:0:0:ffff:198.51.100.9", "198.51.100.9:443",
        "[::ffff:198.51.100.9]", "  198.51.100.9  ", "2001:DB8:AA::1", "[2001:db8:aa::1]:443",
        "2001:db8:aa:0::1",
      ] {
        #expect(try await attempt(server, from: spelling) == 429, "\(spelling)")
      }
    }
  }

  @Test("An entry that is not an address is counted for the proxy that sent it")
  func garbage() async throws {
    try await TestServer.run(Self.settings(limit: 4, proxies: ["127.0.0.1/32"])) { server async throws in
      for text in ["x", "198.51.100.1, x", "0198.051.100.001", "3325256705"] {
        #expect(try await attempt(server, from: text) == 422, "\(text)")
      }
      for text in ["y", "198.51.100.2, unknown", "", "1.2.3", "_hidden", "127.1"] {
        #expect(try await attempt(server, from: text) == 429, "\(text)")
      }
    }
  }

  @Test("The addresses of an IPv6 /64 are one network; its /56 and /48 have larger limits")
  func ipv6() async throws {
    try await TestServer.run(Self.settings(limit: 2, proxies: ["127.0.0.1/32"])) { server async throws in
      #expect(try await attempt(server, from: "2001:db8:1:100::1") == 422)
      #expect(try await attempt(server, from: "2001:db8:1:100:ffff:ffff:ffff:ffff") == 422)
      #expect(try await attempt(server, from: "2001:db8:1:100:abcd::2") == 429)
      // The /56 has four times the limit: three more /64 networks are allowed, and the fifth is refused.
      for subnet in ["101", "102", "103"] {
        for host in 1...2 {
          #expect(try await attempt(server, from: "2001:db8:1:\(subnet)::\(host)") == 422)
        }
      }
      #expect(try await attempt(server, from: "2001:db8:1:104::1") == 429)
      #expect(try await attempt(server, from: "2001:db8:1:200::1") == 422)
      #expect(try await attempt(server, from: "2001:db8:2:100::1") == 422)
    }
  }

  @Test("The session list shows only an address that a trusted proxy reported")
  func sessionList() async throws {
    for (proxies, shown) in [(["127.0.0.1/32"], "198.51.100.1"), ([], "127.0.0.1")] {
      try await TestServer.run(Self.settings(limit: 9, proxies: proxies)) { server in
        let session = try await EthereumTestWallet().signIn(
          server, fields: ["X-Forwarded-For": "203.0.113.5, 198.51.100.1", "User-Agent": "Ann's \u{7} phone"])
        let token = try #require(session["account_token"].string)
        let list = try await server.api.send(.get, "/v1/sessions", bearer: token)
        #expect(list["items"][0]?["network"] == .string(shown))
      }
    }
  }
}
