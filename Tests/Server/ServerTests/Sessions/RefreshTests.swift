import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Refresh tokens: rotation, lost answers, reuse (RFC 9700 §4.14.2).
@Suite struct RefreshTests {
  private func refresh(
    _ server: TestServer, _ token: String, key: String? = nil, client: String? = nil
  ) async throws -> TestAPI.Answer {
    try await server.api.form(
      "/v1/token",
      "grant_type=refresh_token&refresh_token=\(token)" + (client.map { "&client_id=\($0)" } ?? ""),
      fields: key.map { ["Idempotency-Key": $0] } ?? [:])
  }

  private func signedIn(_ server: TestServer) async throws -> String {
    let session = try await EthereumTestWallet().signIn(server)
    return try #require(session["refresh_token"].string)
  }

  @Test("A refresh returns a complete session with a new refresh token")
  func rotates() async throws {
    try await TestServer.run { server in
      let first = try await signedIn(server)
      let answer = try await refresh(server, first)
      #expect(answer.status == 200)
      #expect(answer["refresh_token"].string != first)
      #expect(answer["token_type"] == "Bearer")
      #expect(answer.json["user"]?["identities"]?.array?.count == 1)
      #expect(answer.fields["Cache-Control"] == "no-store")
    }
  }

  @Test("Without a key, a lost answer can be repeated for ten seconds")
  func lostAnswerWithoutKey() async throws {
    try await TestServer.run { server in
      let first = try await signedIn(server)
      let second = try await refresh(server, first)["refresh_token"].string
      server.clock.advance(by: 9)
      #expect(try await refresh(server, first)["refresh_token"].string == second)
      server.clock.advance(by: 2)
      #expect(try await refresh(server, first).status == 400)
      let required1 = try #require(second)
      #expect(try await refresh(server, required1).status == 400)
    }
  }

  @Test("With a key, a lost answer can be repeated as long as the successor is unused")
  func lostAnswerWithKey() async throws {
    try await TestServer.run { server in
      let first = try await signedIn(server)
      let second = try await refresh(server, first, key: "one")["refresh_token"].string
      server.clock.advance(by: 3 * 24 * 3600)
      #expect(try await refresh(server, first, key: "one")["refresh_token"].string == second)
      let third = try await refresh(server, try #require(second), key: "two")
      #expect(third.status == 200)
      // The successor has been used, so another use of the token means that two parties have it.
      #expect(try await refresh(server, first, key: "one").status == 400)
      let required2 = try #require(third["refresh_token"].string)
      #expect(try await refresh(server, required2, key: "three").status == 400)
    }
  }

  @Test(
    "Another key, or none, for a token that was spent with a key ends the session", arguments: ["other", nil])
  func foreignKey(_ key: String?) async throws {
    try await TestServer.run { server in
      let first = try await signedIn(server)
      let second = try await refresh(server, first, key: "one")
      #expect(try await refresh(server, first, key: key).status == 400)
      let required3 = try #require(second["refresh_token"].string)
      #expect(try await refresh(server, required3).status == 400)
      let account = try #require(second["account_token"].string)
      #expect(try await server.api.send(.get, "/v1/user", bearer: account).status == 401)
    }
  }

  @Test("A stolen previous token is detected at any later time, and ends the session")
  func lateReuse() async throws {
    try await TestServer.run { server in
      let first = try await signedIn(server)
      var token = first
      for _ in 0..<5 { token = try #require(try await refresh(server, token)["refresh_token"].string) }
      server.clock.advance(by: 20 * 24 * 3600)
      #expect(try await refresh(server, first)["error"] == "invalid_grant")
      #expect(try await refresh(server, token)["error"] == "invalid_grant")
    }
  }

  @Test("Sessions and spent tokens survive a restart")
  func restart() async throws {
    let settings: JSONObject = ["public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2"]
    let first = try await TestServer(settings)
    let alive = try #require(try await EthereumTestWallet().signIn(first)["refresh_token"].string)
    let ended = try await EthereumTestWallet().signIn(first)
    let endedToken = try #require(ended["refresh_token"].string)
    #expect(try await first.listening.form("/v1/revoke", "token=\(endedToken)").status == 200)
    await first.stop()
    let second = try await TestServer(settings, in: first.directory)
    #expect(
      try await second.listening.form("/v1/token", "grant_type=refresh_token&refresh_token=\(alive)").status
        == 200)
    #expect(
      try await second.listening.form("/v1/token", "grant_type=refresh_token&refresh_token=\(endedToken)")
        .status == 400)
    let account = try #require(ended["account_token"].string)
    #expect(try await second.listening.send(.get, "/v1/user", bearer: account).status == 401)
    await second.stop()
  }

  @Test("A session ends after 30 days, regardless of its use")
  func absoluteEnd() async throws {
    try await TestServer.run { server in
      let first = try await signedIn(server)
      server.clock.advance(by: 29 * 24 * 3600)
      let late = try await refresh(server, first)
      #expect(late.status == 200)
      server.clock.advance(by: 2 * 24 * 3600)
      let required4 = try #require(late["refresh_token"].string)
      #expect(try await refresh(server, required4).status == 400)
    }
  }

  @Test("A refresh token of one application is not valid at another")
  func otherApplication() async throws {
    try await TestServer.run(["applications": [["id": "one"], ["id": "two"]]]) { server in
      let token = try await signedIn(server)
      #expect(try await refresh(server, token, client: "two").status == 400)
      #expect(try await refresh(server, token, client: "unknown")["error"] == "invalid_client")
      #expect(try await refresh(server, token, client: "one").status == 200)
    }
  }

  @Test(
    "Text that is not a refresh token of this server is invalid_grant",
    arguments: ["", "x", "dwr_", "dwr_AAAA", "dwk_AAAA", String(repeating: "A", count: 10_000)])
  func garbage(_ token: String) async throws {
    try await TestServer.run { server in
      let answer = try await refresh(server, token)
      #expect(answer.status == 400)
      #expect(["invalid_grant", "invalid_request"].contains(answer["error"].string))
      #expect(answer.fields["Content-Type"] == "application/json")
    }
  }

  @Test("A change of any bit of a refresh token makes it invalid")
  func tampered() async throws {
    try await TestServer.run { server in
      let token = try await signedIn(server)
      let bytes = try Base64URL.decode(String(token.dropFirst(4)))
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1
        #expect(try await refresh(server, "dwr_" + Base64URL.encode(changed)).status == 400)
      }
      #expect(try await refresh(server, token).status == 200)
    }
  }
}
