import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A client with a secret is answered without a click only for what the user has granted.
@Suite struct ScopeConsentTests {
  private func next(
    _ client: TestClient, _ browser: TestBrowser, _ changes: [String: String?]
  ) async throws -> (next: String?, query: [String: String]) {
    let answer = try await browser.send(
      .post, "/session/authorization", ["ticket": .string(try await client.ticket(changes))])
    return (answer["next"].string, TestClient.query(of: answer["redirect_to"].string))
  }

  @Test(
    "The user is asked before a client gets an address for the first time, and not again",
    arguments: ["openid email", "openid phone"])
  func addresses(_ scope: String) async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      let silent = try await next(site, browser, ["scope": scope, "prompt": "none"])
      #expect(silent.query["error"] == "consent_required" && silent.query["code"] == nil)
      #expect(try await next(site, browser, ["scope": scope]).next == "confirm")
      _ = try await site.exchange(try await site.code(browser, ["scope": scope]))
      #expect(try await next(site, browser, ["scope": scope]).query["code"] != nil)
      #expect(try await next(site, browser, ["scope": scope, "prompt": "none"]).query["code"] != nil)
      #expect(try await next(site, browser, ["scope": "openid"]).query["code"] != nil)
    }
  }

  @Test("The user is asked again if a client requests more than the user has granted")
  func more() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      _ = try await site.exchange(try await site.code(browser, ["scope": "openid"]))
      for scope in ["openid profile", "openid user:read", "openid email"] {
        #expect(try await next(site, browser, ["scope": scope]).next == "confirm", "\(scope)")
        let silent = try await next(site, browser, ["scope": scope, "prompt": "none"])
        #expect(silent.query["error"] == "consent_required", "\(scope)")
      }
      _ = try await site.exchange(try await site.code(browser, ["scope": "openid profile"]))
      #expect(try await next(site, browser, ["scope": "openid profile"]).query["code"] != nil)
      // A user who has removed the access is new to the client.
      let removed = try await browser.send(.delete, "/session/applications/site")
      #expect(removed.status == 204)
      #expect(try await next(site, browser, ["scope": "openid profile"]).next == "confirm")
      #expect(try await next(site, browser, ["scope": "openid email"]).next == "confirm")
    }
  }

  @Test("A sign-in after the page has shown the scopes is consent to them")
  func signIn() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, site) = (TestBrowser(server), try TestClient.site(server))
      let asked = try await browser.send(
        .post, "/session/authorization",
        ["ticket": .string(try await site.ticket(["scope": "openid profile email"]))])
      #expect(asked["next"] == "sign_in" && asked["scopes"] == ["openid", "profile", "email"])
      server.clock.advance(by: 5)
      let proven = try await EthereumTestWallet().signIn(browser)
      let answer = try await browser.send(
        .post, "/session/authorization",
        ["ticket": asked["ticket"], "session_id": proven["current_session_id"]])
      #expect(TestClient.query(of: answer["redirect_to"].string)["code"] != nil)
    }
  }
}
