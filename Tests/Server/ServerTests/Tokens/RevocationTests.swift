import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Revocation (RFC 7009).
@Suite struct RevocationTests {
  private func isLive(_ server: TestServer, _ session: TestAPI.Answer) async throws -> Bool {
    let bearer = try #require(session["account_token"].string)
    return try await server.api.send(.get, "/v1/user", bearer: bearer).status == 200
  }

  @Test(
    "Each token of a session ends the session", arguments: ["refresh_token", "access_token", "account_token"])
  func ends(_ name: String) async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let other = try await EthereumTestWallet().signIn(server)
      let token = try #require(session[name].string)
      #expect(try await isLive(server, session))
      for _ in 0..<2 {
        let answer = try await server.api.form("/v1/revoke", "token=\(token)&token_type_hint=x")
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.fields["Cache-Control"] == "no-store")
      }
      #expect(try await !isLive(server, session))
      #expect(try await isLive(server, other))
      let refresh = try #require(session["refresh_token"].string)
      let refused = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
      #expect(refused["error"] == "invalid_grant")
    }
  }

  @Test("An expired access token still ends its session")
  func expired() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let access = try #require(session["access_token"].string)
      server.clock.advance(by: 24 * 3600)
      #expect(try await server.api.form("/v1/revoke", "token=\(access)").status == 200)
      let refresh = try #require(session["refresh_token"].string)
      let refused = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
      #expect(refused["error"] == "invalid_grant")
    }
  }

  @Test("The client_id of another application revokes nothing, and is refused")
  func otherApplication() async throws {
    try await TestServer.run(["applications": [["id": "one"], ["id": "two"]]]) { server in
      let session = try await EthereumTestWallet().signIn(server)
      for name in ["refresh_token", "access_token", "account_token"] {
        let token = try #require(session[name].string)
        for (client, status) in [("two", 400), ("unknown", 401)] {
          let named = try await server.api.form("/v1/revoke", "token=\(token)&client_id=\(client)")
          #expect(named.status == status)
          let header: HTTPFields = ["Doorward-Application": client]
          let field = try await server.api.form("/v1/revoke", "token=\(token)", fields: header)
          #expect(field.status == status)
        }
      }
      #expect(try await isLive(server, session))
      let token = try #require(session["access_token"].string)
      #expect(try await server.api.form("/v1/revoke", "token=\(token)&client_id=one").status == 200)
      #expect(try await !isLive(server, session))
    }
  }

  @Test("RFC 7009 §2.1: a token of a confidential client is revoked only by that client with its secret")
  func confidential() async throws {
    var settings = TestClient.settings
    settings["development"] = false
    settings["rate_limits"] = ["refresh_per_minute": 2, "browser_sign_in_per_minute": 1000]
    try await TestServer.run(settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient.site(server)
      let code = try await client.code(browser, ["scope": "openid offline_access"])
      let answer = try await client.exchange(code)
      let (token, access) = (
        try #require(answer["refresh_token"].string), try #require(answer["access_token"].string)
      )
      for text in [
        "token=\(token)", "token=\(access)", "token=\(token)&client_id=site",
        "token=\(access)&client_id=site&client_secret=wrong",
      ] {
        let refused = try await server.api.form("/v1/revoke", text)
        #expect(refused.status == 401 && refused["error"] == "invalid_client", "\(text)")
      }
      let next = try await client.refresh(token)
      #expect(next.status == 200)
      let left = try #require(next["refresh_token"].string)
      let basic: HTTPFields = [
        "Authorization": "Basic \(Base64.encode([UInt8]("site:\(TestClient.secret)".utf8)))"
      ]
      // A backend signs out many users from one address, so only its failures are counted.
      for _ in 0..<5 {
        #expect(try await server.api.form("/v1/revoke", "token=x", fields: basic).status == 200)
      }
      #expect(try await server.api.form("/v1/revoke", "token=\(left)", fields: basic).status == 200)
      #expect(try await client.refresh(left)["error"] == "invalid_grant")
    }
  }

  @Test("An invalid or unknown token gets the same answer as a valid one")
  func garbage() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let access = try #require(session["access_token"].string)
      let refresh = try #require(session["refresh_token"].string)
      var forged = Array(refresh)
      forged[forged.count - 1] = forged[forged.count - 1] == "A" ? "E" : "A"
      for token in [
        "x", "dwr_", "dwr_AAAA", String(forged), "\(access)AAAA", "eyJhbGciOiJub25lIn0.e30.", "dwk_x",
        String(repeating: "A", count: 20_000), "%F0%9F%92%A9", session["session_id"].string ?? "",
      ] {
        let answer = try await server.api.form("/v1/revoke", "token=\(token)")
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
      }
      #expect(try await isLive(server, session))
      for body in ["", "token=", "token=\(access)&token=\(access)"] {
        let answer = try await server.api.form("/v1/revoke", body)
        #expect(answer.status == 400)
        #expect(answer["error"] == "invalid_request")
      }
      #expect(try await server.api.send(.get, "/v1/revoke?token=\(access)").status == 405)
      #expect(try await isLive(server, session))
    }
  }

  @Test("JSON has the same effect as a form")
  func json() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let body: JSONValue = ["token": session["refresh_token"]]
      #expect(try await server.api.send(.post, "/v1/revoke", body).status == 200)
      #expect(try await !isLive(server, session))
    }
  }

  @Test("A token in the query of a GET has no effect")
  func tokenInURL() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      for path in ["/v1/user?access_token=\(token)", "/v1/sessions?token=\(token)"] {
        #expect(try await server.api.send(.get, path).code == "missing_token")
      }
      let refresh = try #require(session["refresh_token"].string)
      let query = "/v1/token?grant_type=refresh_token&refresh_token=\(refresh)"
      #expect(try await server.api.send(.get, query).status == 405)
      #expect(try await server.api.form(query, "").status == 400)
      #expect(
        try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)").status
          == 200)
      #expect(!server.log.text.contains(refresh))
    }
  }
}
