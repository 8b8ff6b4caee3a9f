import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The page's credentials give no access to the API, and tokens give no access to the page.
@Suite struct CarrierThreatTests {
  @Test("No answer to the page contains a token, a binding secret or the cookie's value")
  func noTokens() async throws {
    try await NEARScene.run(.behindTLS) { scene in
      let browser = TestBrowser(scene.server)
      try await scene.wallet("alice.near").signIn(browser)
      let link = try await EthereumTestWallet().proof(browser, purpose: "link")
      #expect(try await browser.send(.post, "/session/ethereum/link", link).status == 200)
      _ = try await browser.send(.get, "/session/sessions")
      _ = try await browser.send(.patch, "/session/user", ["name": "Ann"])
      try await scene.wallet("bob.near").signIn(browser)
      let seen = await browser.seen
      for secret in ["access_token", "account_token", "refresh_token", "eyJ", "dwr_", "binding_secret"] {
        #expect(!seen.contains(secret), "\(secret)")
      }
      for (name, value) in await browser.cookies { #expect(!seen.contains(value), "\(name)") }
      #expect(seen.contains("alice.near"))
    }
  }

  @Test("No call under /v1 reads a cookie")
  func cookieAtTheAPI() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = try await TestBrowser.signedIn(server)
      for (method, path) in [
        (.get, "/v1/user"), (.patch, "/v1/user"), (.delete, "/v1/user"), (.get, "/v1/sessions"),
        (.get, "/v1/user/identities"), (.post, "/v1/sign-out"), (.post, "/v1/ethereum/link"),
      ] as [(HTTPMethod, String)] {
        let answer = try await browser.send(method, path, method == .get ? nil : [:])
        #expect(answer.status == 401, "\(method) \(path)")
        #expect(answer.code == "missing_token")
        #expect(!answer.fields.contains("Set-Cookie"))
      }
      // The browser's secret does not bind challenges of the API.
      var proof = try #require(try await EthereumTestWallet().proof(browser).object)
      #expect(try await browser.send(.post, "/v1/ethereum/sign-in", .object(proof)).code == "missing_member")
      proof["binding_secret"] = .string(try TestBinding().secret)
      #expect(
        try await browser.send(.post, "/v1/ethereum/sign-in", .object(proof)).code == "invalid_challenge")
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("The cookie is neither a bearer token nor a refresh token, in any encoding")
  func cookieAsToken() async throws {
    try await TestServer.run(.behindTLS) { server in
      let browser = try await TestBrowser.signedIn(server)
      let cookie = try #require(await browser.session)
      #expect(try await server.listening.send(.get, "/v1/user", bearer: cookie).code == "invalid_token")
      let bytes = try Base64URL.decode(cookie)
      let counter = [UInt8](repeating: 0, count: 8)
      let dressed = "dwr_" + Base64URL.encode(Array(bytes[..<16]) + counter + Array(bytes[16...]))
      for token in [cookie, dressed] {
        let answer = try await server.listening.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(token)")
        #expect(answer["error"] == "invalid_grant")
        #expect(try await server.listening.form("/v1/revoke", "token=\(token)").status == 200)
      }
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("The tokens of an app are not a cookie, in any encoding")
  func tokenAsCookie() async throws {
    try await TestServer.run(.behindTLS) { server in
      let session = try await EthereumTestWallet().signIn(server)
      let refresh = try #require(session["refresh_token"].string)
      let bytes = try Base64URL.decode(String(refresh.dropFirst(4)))
      let dressed = Base64URL.encode(Array(bytes[..<16]) + Array(bytes[24...]))
      let account = try #require(session["account_token"].string)
      for value in [refresh, dressed, account, try #require(session["session_id"].string)] {
        let browser = TestBrowser(server)
        await browser.plant("__Host-doorward_session", value)
        #expect(try await !browser.isSignedIn)
      }
      #expect(try await server.listening.send(.get, "/v1/user", bearer: account).status == 200)
    }
  }

  @Test("A bearer token gives no access to the page")
  func bearerAtThePage() async throws {
    try await TestServer.run(.behindTLS) { server in
      let session = try await EthereumTestWallet().signIn(server)
      let bearer = "Bearer \(try #require(session["account_token"].string))"
      let browser = TestBrowser(server)
      let state = try await browser.send(.get, "/session/state", fields: ["Authorization": bearer])
      #expect(state["signed_in"] == false)
      let list = try await browser.send(.get, "/session/sessions", fields: ["Authorization": bearer])
      #expect(list.code == "signed_out")
    }
  }

  @Test("The sign-in of another user in this browser ends the first user's session")
  func secondPerson() async throws {
    try await TestServer.run(.behindTLS) { server in
      let (shared, own) = (TestBrowser(server), TestBrowser(server))
      try await EthereumTestWallet().signIn(shared)
      let cookie = await shared.session
      await own.plant("__Host-doorward_session", cookie)
      #expect(try await own.isSignedIn)
      try await EthereumTestWallet().signIn(shared)
      #expect(try await !own.isSignedIn)
      #expect(try await shared.isSignedIn)
    }
  }
}
