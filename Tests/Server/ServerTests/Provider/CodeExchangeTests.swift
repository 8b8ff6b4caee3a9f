import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The exchange of an authorization code, and its misuse.
@Suite struct CodeExchangeTests {
  @Test("A server's own app gets the whole session; its refresh keeps the scopes")
  func account() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let page = try await EthereumTestWallet().signIn(browser)
      let client = try TestClient(server)
      let code = try await client.code(browser, ["scope": "openid account"])
      let answer = try await client.exchange(code)
      #expect(answer.status == 200)
      #expect(answer.fields["Cache-Control"] == "no-store")
      #expect(answer["scope"] == "openid account")
      #expect(answer["user"] == page["user"])
      let account = try #require(answer["account_token"].string)
      #expect(try await server.api.send(.get, "/v1/sessions", bearer: account).status == 200)
      let access = try #require(answer["access_token"].string)
      #expect(try await server.api.send(.get, "/v1/user", bearer: access).status == 200)
      #expect(try await server.api.send(.get, "/v1/sessions", bearer: access).status == 401)
      let refreshed = try await client.refresh(try #require(answer["refresh_token"].string))
      #expect(refreshed["scope"] == "openid account")
      #expect(refreshed["account_token"].string != nil)
      #expect(refreshed["session_id"] == answer["session_id"])
    }
  }

  @Test("A site gets an ID token with the required claims, and an access token with its scopes only")
  func openID() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let page = try await EthereumTestWallet().signIn(browser)
      _ = try await browser.send(.patch, "/session/user", ["name": "Ann Example"])
      let client = try TestClient.site(server)
      server.clock.advance(by: 100)
      let answer = try await client.exchange(try await client.code(browser, ["scope": "openid profile"]))
      #expect(answer.status == 200)
      let members = answer.json.object.map { Set($0.keys) }
      #expect(members == ["access_token", "token_type", "expires_in", "scope", "id_token"])
      let claims = try TestClient.claims(of: answer["id_token"])
      #expect(claims["iss"] == .string(server.origin))
      #expect(claims["sub"] == page["user"]["id"])
      #expect(claims["aud"] == "site" && claims["azp"] == "site")
      #expect(claims["nonce"] == "n-0S6")
      #expect(claims["sid"] == page["current_session_id"])
      #expect(claims["amr"] == ["siwe"])
      #expect(claims["name"] == "Ann Example")
      #expect(claims["iat"]?.int64 == claims["auth_time"]?.int64.map { $0 + 100 })
      let access = try #require(answer["access_token"].string)
      #expect(
        claims["at_hash"]?.string == Base64URL.encode(Array(SHA256.hash([UInt8](access.utf8)).prefix(16))))
      let accessClaims = try TestClient.claims(of: answer["access_token"])
      #expect(accessClaims["scope"] == "openid profile" && accessClaims["client_id"] == "site")
      let refused = try await server.api.send(.get, "/v1/user", bearer: access)
      #expect(refused.status == 403 && refused.code == "insufficient_scope")
    }
  }

  @Test("Of 100 parallel exchanges of one code exactly one succeeds, and the others end its session")
  func parallel() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      let code = try await client.code(browser, ["scope": "account"])
      let answers = try await inParallel(100) { try await client.exchange(code) }
      let won = answers.filter { $0.status == 200 }
      #expect(won.count == 1)
      #expect(answers.filter { $0.code == "invalid_grant" }.count == 99)
      let account = try #require(won.first?["account_token"].string)
      #expect(try await server.api.send(.get, "/v1/user", bearer: account).status == 401)
      #expect(try await browser.isSignedIn)
    }
  }

  @Test(
    "A wrong verifier, client or redirect URI spends the code",
    arguments: [
      ["code_verifier": "wrong-wrong-wrong-wrong-wrong-wrong-wrong-wrong"],
      ["redirect_uri": "http://127.0.0.1:49153/callback"], ["redirect_uri": "http://127.0.0.1/callback"],
      ["client_id": "app"],
    ])
  func wrongUse(_ changes: [String: String?]) async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      let code = try await client.code(browser)
      #expect(try await client.exchange(code, changes).code == "invalid_grant")
      #expect(try await client.exchange(code).code == "invalid_grant")
    }
  }

  @Test("A missing parameter is named, and the code stays valid")
  func missing() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      let code = try await client.code(browser)
      for name in ["code", "redirect_uri", "code_verifier", "grant_type"] {
        #expect(try await client.exchange(code, [name: nil]).code == "invalid_request", "\(name)")
      }
      #expect(try await client.exchange(code, ["grant_type": "password"]).code == "unsupported_grant_type")
      #expect(try await client.exchange(code).status == 200)
    }
  }

  @Test("A code is valid for a minute")
  func expiry() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      let (young, old) = (try await client.code(browser), try await client.code(browser))
      server.clock.advance(by: 59)
      #expect(try await client.exchange(young).status == 200)
      server.clock.advance(by: 1)
      #expect(try await client.exchange(old).code == "invalid_grant")
    }
  }

  @Test("A code is no longer valid after the page's session has ended or the user was deleted")
  func endedSession() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient(server)
      let browser = try await TestBrowser.signedIn(server)
      let code = try await client.code(browser)
      _ = try await browser.send(.post, "/session/sign-out", [:])
      #expect(try await client.exchange(code).code == "invalid_grant")
      let wallet = EthereumTestWallet()
      try await wallet.signIn(browser)
      let orphan = try await client.code(browser)
      let account = try #require(try await wallet.signIn(server)["account_token"].string)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: account).status == 204)
      #expect(try await client.exchange(orphan).code == "invalid_grant")
    }
  }

  @Test("A new password makes an unspent code void (case 32)", arguments: TestPasswordChange.allCases)
  func newPassword(_ change: TestPasswordChange) async throws {
    try await TestServer.runWithMail(TestClient.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let browser = try await TestPasswordChange.browser(codes)
      let client = try TestClient.site(server)
      let code = try await client.code(browser)
      try await change.perform(codes, browser)
      #expect(try await client.exchange(code).code == "invalid_grant")
      guard change == .onThePage else { return }
      #expect(try await client.exchange(client.code(browser)).status == 200)
    }
  }

  @Test(
    "A session ends no later than the page's session, and with its access token if it cannot be refreshed")
  func lifetime() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      try await wallet.signIn(browser)
      let client = try TestClient.site(server)
      let short = try await client.exchange(try await client.code(browser))
      #expect(short["refresh_token"] == .null)
      // The page's list does not show it.
      func isListed() async throws -> Bool {
        let account = try #require(try await wallet.signIn(server)["account_token"].string)
        let rows = try await server.api.send(.get, "/v1/sessions", bearer: account)
        return try #require(rows["items"].array).contains { $0["application"] == "site" }
      }
      server.clock.advance(by: 899)
      #expect(try await isListed())
      server.clock.advance(by: 1)
      #expect(try await !isListed())
      let access = try #require(short["access_token"].string)
      #expect(try await server.api.send(.get, "/v1/userinfo", bearer: access).status == 401)
      server.clock.advance(by: 29 * 24 * 3600 - 900)
      let long = try await client.exchange(try await client.code(browser, ["scope": "openid offline_access"]))
      #expect(long["refresh_expires_in"] == 86400)
      server.clock.advance(by: 86400)
      #expect(try await client.refresh(try #require(long["refresh_token"].string)).code == "invalid_grant")
    }
  }

  @Test("A refresh may request fewer scopes, and never more")
  func narrowing() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient.site(server)
      let code = try await client.code(browser, ["scope": "openid profile offline_access"])
      let token = try #require(try await client.exchange(code)["refresh_token"].string)
      for wider in ["openid user:read", "account", "offline_access"] {
        #expect(try await client.refresh(token, ["scope": wider]).code == "invalid_scope")
      }
      let less = try await client.refresh(token, ["scope": "openid"])
      #expect(less["scope"] == "openid")
      #expect(try TestClient.claims(of: less["access_token"])["scope"] == "openid")
      let all = try await client.refresh(try #require(less["refresh_token"].string))
      #expect(all["scope"] == "openid profile offline_access")
    }
  }
}
