import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Sign-out for a client: with and without a valid hint, and the redirect after it.
@Suite struct EndSessionTests {
  private static let bye = "https://site.example/bye"

  private func open(_ server: TestServer, _ parameters: [String: String?]) async throws -> TestAPI.Answer {
    try await server.api.send(.get, "/end-session?\(TestClient.form(parameters.compactMapValues { $0 }))")
  }

  private func ticket(_ server: TestServer, _ parameters: [String: String?]) async throws -> JSONValue {
    ["ticket": .string(try #require(try await open(server, parameters).pageTicket))]
  }

  @Test("A client that sends the ID token of this session ends the session, and the user is sent back")
  func ofThisSession() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let token = try await TestClient.site(server).idToken(browser)
      let ticket = try await ticket(
        server, ["id_token_hint": token, "post_logout_redirect_uri": Self.bye, "state": "a b"])
      #expect(try await browser.isSignedIn)
      let answer = try await browser.send(.post, "/session/end", ticket)
      #expect(answer["next"] == "ended")
      #expect(answer["redirect_to"] == .string("\(Self.bye)?state=a%20b"))
      #expect(await browser.session == nil)
      #expect(try await !browser.isSignedIn)
    }
  }

  @Test("Without a valid hint the page asks the user first")
  func userIsAskedWithoutValidHint() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, other) = (TestBrowser(server), TestBrowser(server))
      let wallet = EthereumTestWallet()
      for one in [browser, other] { try await wallet.signIn(one) }
      let elsewhere = try await TestClient.site(server).idToken(other)
      for parameters: [String: String?] in [
        [:], ["client_id": "site"], ["client_id": "site", "post_logout_redirect_uri": Self.bye],
        ["id_token_hint": elsewhere], ["id_token_hint": "nonsense"],
      ] {
        let ticket = try await ticket(server, parameters)
        let answer = try await browser.send(.post, "/session/end", ticket)
        #expect(answer["next"] == "confirm" && answer["redirect_to"] == .null, "\(parameters)")
        #expect(try await browser.isSignedIn)
      }
      let ticket = try await ticket(server, ["client_id": "site", "post_logout_redirect_uri": Self.bye])
      let answer = try await browser.send(.post, "/session/end/confirm", ticket)
      #expect(answer["redirect_to"] == .string(Self.bye))
      #expect(try await !browser.isSignedIn)
      #expect(try await other.isSignedIn)
      // The user is signed out, so the page does not ask.
      #expect(try await browser.send(.post, "/session/end", ticket)["next"] == "ended")
    }
  }

  @Test("A user is never redirected to an address that the client has not listed")
  func redirects() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let token = try await TestClient.site(server).idToken(browser)
      for parameters: [String: String?] in [
        ["post_logout_redirect_uri": Self.bye], ["client_id": "unknown"],
        ["client_id": "site", "post_logout_redirect_uri": "https://evil.example"],
        ["client_id": "site", "post_logout_redirect_uri": "\(Self.bye)/"],
        ["client_id": "site", "post_logout_redirect_uri": "https://site.example.evil.com/bye"],
        ["client_id": "app", "post_logout_redirect_uri": Self.bye],
        ["client_id": "app", "id_token_hint": token],
        [
          "client_id": "site", "post_logout_redirect_uri": Self.bye,
          "state": String(repeating: "s", count: 8193),
        ],
      ] {
        let answer = try await open(server, parameters)
        #expect(answer.status == 400 && !answer.fields.contains("Location"), "\(parameters)")
        #expect(String(decoding: answer.body, as: UTF8.self).contains("data-testid=\"refusal\""))
      }
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("A link that cannot be followed still offers a sign-out")
  func offeredAnyway() async throws {
    try await TestServer.run(TestClient.settings) { server in
      for (parameters, link) in [
        (["client_id": "site", "post_logout_redirect_uri": "https://evil.example"], "?client_id=site"),
        (["client_id": "unknown", "post_logout_redirect_uri": Self.bye], ""),
        (["post_logout_redirect_uri": Self.bye], ""),
        (
          [
            "client_id": "site", "post_logout_redirect_uri": Self.bye,
            "state": String(repeating: "s", count: 8193),
          ], "?client_id=site"
        ),
      ] as [([String: String], String)] {
        let page = String(decoding: try await open(server, parameters).body, as: UTF8.self)
        #expect(page.contains("href=\"/end-session\(link)\""), "\(parameters)")
        #expect(!page.contains("evil.example") && !page.contains("take over"))
      }
      let unreadable = try await server.api.send(.get, "/end-session?client_id=%zz")
      #expect(unreadable.status == 400)
      #expect(String(decoding: unreadable.body, as: UTF8.self).contains("href=\"/end-session\""))
      // The link asks the user, ends the session and does not redirect.
      let browser = try await TestBrowser.signedIn(server)
      let ticket = try await ticket(server, ["client_id": "site"])
      let asked = try await browser.send(.post, "/session/end", ticket)
      #expect(asked["next"] == "confirm" && asked["client"] == "Example Site" && asked["return_to"] == .null)
      let ended = try await browser.send(.post, "/session/end/confirm", ticket)
      #expect(ended["next"] == "ended" && ended["redirect_to"] == .null)
      #expect(try await !browser.isSignedIn)
    }
  }

  @Test("A user who stays signed in can return to the client")
  func wayBack() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let ticket = try await ticket(
        server, ["client_id": "site", "post_logout_redirect_uri": Self.bye, "state": "x"])
      let asked = try await browser.send(.post, "/session/end", ticket)
      #expect(asked["return_to"] == .string("\(Self.bye)?state=x") && asked["redirect_to"] == .null)
      #expect(try await browser.send(.post, "/session/end/confirm", ticket)["return_to"] == .null)
    }
  }

  @Test("Another site can neither open the question nor sign the user out")
  func crossSite() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let ticket = try await ticket(server, [:])
      for step in ["", "/confirm"] {
        let answer = try await browser.send(
          .post, "/session/end\(step)", ticket, fields: ["Origin": "https://evil.example"])
        #expect(answer.code == "cross_origin")
        let made = try await browser.send(.post, "/session/end\(step)", ["ticket": "nonsense"])
        #expect(made.code == "invalid_ticket")
      }
      #expect(try await browser.isSignedIn)
    }
  }
}
