import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// The page shows the client before the client gets a code, and only a consent to this page counts.
@Suite struct AuthorizationConsentTests {
  private func code(_ answer: TestAPI.Answer) -> String? {
    TestClient.query(of: answer["redirect_to"].string)["code"]
  }

  @Test("Before a sign-in the page shows the client, the scopes and the destination")
  func shownBeforeSignIn() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let page = try await OpenPage(
        TestBrowser(server), try TestClient.site(server), ["scope": "openid profile"])
      let asked = try await page.take()
      #expect(asked["next"] == "sign_in" && asked["scopes"] == ["openid", "profile"])
      #expect(asked["client"]["name"] == "Example Site" && asked["client"]["site"] == "site.example")
    }
  }

  @Test("A sign-in after the page has shown the client is consent; no other sign-in is")
  func signInIsConsent() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let app = try TestClient(server)
      let shown = try await OpenPage(TestBrowser(server), app)
      #expect(try await shown.take()["next"] == "sign_in")
      server.clock.advance(by: 5)
      #expect(code(try await shown.signIn()) != nil)
      // A sign-in before the page has shown the client is not consent.
      let unseen = try await OpenPage(TestBrowser(server), app)
      #expect(try await unseen.signIn()["next"] == "confirm")
      let browser = TestBrowser(server)
      let early = try await EthereumTestWallet().signIn(browser)
      server.clock.advance(by: 5)
      let later = try await OpenPage(browser, app)
      #expect(try await later.take()["next"] == "confirm")
      #expect(try await later.take(session: early["current_session_id"])["next"] == "confirm")
      // Another account, selected after the page has shown the client.
      #expect(code(try await later.signIn()) != nil)
    }
  }

  @Test(
    "prompt=consent and offline_access need a click, for every client and after every sign-in",
    arguments: [["prompt": "consent"], ["scope": "openid offline_access"], ["prompt": "login consent"]])
  func explicitConsent(_ changes: [String: String?]) async throws {
    try await TestServer.run(TestClient.settings) { server in
      for client in [try TestClient(server), try TestClient.site(server)] {
        let browser = TestBrowser(server)
        let page = try await OpenPage(browser, client, changes)
        #expect(try await page.take()["next"] == "sign_in")
        server.clock.advance(by: 5)
        #expect(try await page.signIn()["next"] == "confirm")
        #expect(code(try await page.take("/allow")) != nil)
        guard changes["prompt"] != "login consent" else { continue }
        let again = try await OpenPage(browser, client, changes)
        #expect(try await again.take()["next"] == "confirm")
        #expect(code(try await again.take("/allow")) != nil)
      }
    }
  }

  @Test("OpenID Connect Core §3.1.2.6: prompt=none fails if consent is required")
  func silentConsent() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let page = try await OpenPage(
        browser, try TestClient.site(server), ["prompt": "none", "scope": "openid offline_access"])
      let query = TestClient.query(of: try await page.take()["redirect_to"].string)
      #expect(query["error"] == "consent_required" && query["code"] == nil)
    }
  }

  @Test("A client with a secret gets its code without a click after a sign-in")
  func confidential() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let site = try TestClient.site(server)
      for prompt: String? in [nil, "login", "select_account"] {
        let page = try await OpenPage(TestBrowser(server), site, ["prompt": prompt])
        #expect(try await page.take()["next"] == "sign_in")
        server.clock.advance(by: 5)
        #expect(code(try await page.signIn()) != nil)
      }
    }
  }

  @Test("A consent without an earlier question shows the question")
  func unshown() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let page = try await OpenPage(browser, try TestClient(server))
      let asked = try await page.take("/allow")
      #expect(asked.status == 200 && asked["next"] == "confirm" && asked["redirect_to"] == .null)
      #expect(code(try await page.take("/allow")) != nil)
    }
  }

  @Test("If another user has signed in in another tab, the consent of the first user does not count")
  func anotherPerson() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (ann, bob) = (EthereumTestWallet(), EthereumTestWallet())
      for (client, changes) in [
        (try TestClient(server), [:]), (try TestClient.site(server), ["prompt": "consent"]),
      ] as [(TestClient, [String: String?])] {
        let browser = TestBrowser(server)
        try await ann.signIn(browser)
        let page = try await OpenPage(browser, client, changes)
        let shown = try await page.take()
        #expect(shown["state"]["identities"]?[0]?["identifier"] == .string(ann.address))
        let other = try await bob.signIn(browser)
        let asked = try await page.take("/allow")
        #expect(asked["next"] == "confirm" && asked["redirect_to"] == .null)
        #expect(asked["state"]["user"] == other["user"])
        let code = try #require(code(try await page.take("/allow")))
        let claims = try TestClient.claims(of: try await client.exchange(code)["id_token"])
        #expect(claims["sub"] == other["user"]["id"])
      }
    }
  }

  @Test("The consent of the same user after a new sign-in in another tab counts")
  func samePerson() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      try await wallet.signIn(browser)
      let page = try await OpenPage(browser, try TestClient(server))
      #expect(try await page.take()["next"] == "confirm")
      try await wallet.signIn(browser)
      #expect(code(try await page.take("/allow")) != nil)
    }
  }

  @Test("A sign-in on the page that another tab's sign-in has replaced is not consent")
  func replacedSignIn() async throws {
    try await TestServer.run(TestClient.settings) { server in
      for client in [try TestClient(server), try TestClient.site(server)] {
        let browser = TestBrowser(server)
        let page = try await OpenPage(browser, client)
        #expect(try await page.take()["next"] == "sign_in")
        server.clock.advance(by: 5)
        let proven = try await EthereumTestWallet().signIn(browser)
        let other = try await EthereumTestWallet().signIn(browser)
        let asked = try await page.take(session: proven["current_session_id"])
        #expect(asked["next"] == "confirm" && asked["redirect_to"] == .null)
        #expect(asked["state"]["user"] == other["user"])
      }
    }
  }

  @Test("A scope without claims is not granted: the answer omits it, and the page does not show it")
  func unknownScopes() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      let page = try await OpenPage(browser, client, ["scope": "openid address groups"])
      #expect(try await page.take()["scopes"] == ["openid"])
      let code = try #require(code(try await page.take("/allow")))
      #expect(try await client.exchange(code)["scope"] == "openid")
    }
  }

  @Test(
    "RFC 6749 §4.1.2.1: if the chain does not confirm the sign-in, the client gets temporarily_unavailable")
  func chainDoesNotRespond() async throws {
    try await NEARScene.run(TestClient.settings) { scene in
      let browser = TestBrowser(scene.server)
      let signedIn = try await scene.wallet("alice.near").signIn(browser)
      #expect(signedIn["signed_in"] == true)
      let site = try TestClient.site(scene.server)
      try await site.consent(browser)
      func query(_ prompt: String?) async throws -> (String?, [String: String]) {
        let answer = try await OpenPage(browser, site, ["prompt": prompt]).take()
        return (answer["next"].string, TestClient.query(of: answer["redirect_to"].string))
      }
      #expect(try await query("none").1["code"] != nil)
      scene.change { $0.fault = .status(503) }
      scene.server.clock.advance(by: 25 * 3600)
      #expect(try await query("none").1["error"] == "temporarily_unavailable")
      // Other sign-in methods do not need the chain.
      #expect(try await query(nil).0 == "sign_in")
      scene.change { $0.fault = nil }
      scene.server.clock.advance(by: 60)
      #expect(try await query("none").1["code"] != nil)
    }
  }
}
