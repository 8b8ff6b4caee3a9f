import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings
import Testing

/// The operator's own clients: no consent, and every other rule.
@Suite struct FirstPartyTests {
  /// A client of the operator.
  struct Client: Sendable, CustomTestStringConvertible {
    let id: String
    let redirectURI: String
    var hasSecret = false
    /// Whether another app cannot receive its codes.
    var isAlone = true

    var testDescription: String { id }

    func connect(_ server: TestServer) throws -> TestClient {
      try TestClient(server, id, redirectURI: redirectURI, secret: hasSecret ? TestClient.secret : nil)
    }
  }

  static let clients = [
    Client(id: "web", redirectURI: "https://web.example/callback", hasSecret: true),
    Client(id: "relay", redirectURI: "http://127.0.0.1:7000/callback", hasSecret: true),
    Client(id: "site", redirectURI: "https://site.example/callback"),
    Client(id: "phone", redirectURI: "com.example.phone:/callback", isAlone: false),
    Client(id: "tool", redirectURI: "http://127.0.0.1:49152/callback", isAlone: false),
  ]

  private static func settings(isFirstParty: Bool = true) -> JSONObject {
    let others = clients.map { client -> JSONValue in
      var settings: JSONObject = [
        "id": .string(client.id), "redirect_uris": [.string(client.redirectURI)],
        "first_party": .bool(isFirstParty), "device_authorization": true,
      ]
      if client.hasSecret {
        settings["client_secret_hash"] = .string(TestClient.secretHash)
      } else {
        settings["scopes"] = ["openid", "profile", "offline_access", "user:read", "account"]
      }
      return .object(settings)
    }
    let vault: JSONValue = [
      "id": "vault", "redirect_uris": ["https://vault.example/callback"], "first_party": true,
      "second_factor": ["required": true],
    ]
    // The same name at every start, so that cookies and tickets stay valid.
    return [
      "public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2",
      "applications": .array([["id": "default"]] + others + [vault]),
    ]
  }

  private func scope(_ client: Client) -> [String: String?] {
    ["scope": client.hasSecret ? "openid profile offline_access" : "openid profile offline_access account"]
  }

  private func code(_ answer: TestAPI.Answer) -> String? {
    TestClient.query(of: answer["redirect_to"].string)["code"]
  }

  @Test("A signed-in user is asked only whether to continue, each time", arguments: clients)
  func continuation(_ client: Client) async throws {
    try await TestServer.run(Self.settings()) { server in
      let browser = try await TestBrowser.signedIn(server)
      let own = try client.connect(server)
      for _ in 0..<2 {
        let page = try await OpenPage(browser, own, scope(client))
        let asked = try await page.take()
        #expect(asked["next"] == "confirm" && asked["question"] == "continuation")
        let code = try #require(code(try await page.take("/allow")))
        let answer = try await own.exchange(code)
        #expect(answer["scope"].string == scope(client)["scope"])
      }
    }
  }

  @Test("A user who has just signed in on the page is not asked", arguments: clients)
  func signIn(_ client: Client) async throws {
    try await TestServer.run(Self.settings()) { server in
      for prompt: String? in [nil, "login", "select_account"] {
        let page = try await OpenPage(
          TestBrowser(server), client.connect(server), scope(client).merging(["prompt": prompt]) { $1 })
        let asked = try await page.take()
        #expect(asked["next"] == "sign_in" && asked["question"] == "continuation")
        server.clock.advance(by: 5)
        #expect(code(try await page.signIn()) != nil)
      }
    }
  }

  @Test(
    "RFC 8252 §8.6: prompt=none is answered only if no other app can receive the code", arguments: clients)
  func silent(_ client: Client) async throws {
    try await TestServer.run(Self.settings()) { server in
      let own = try client.connect(server)
      let silent = scope(client).merging(["prompt": "none"]) { $1 }
      #expect(try await own.next(TestBrowser(server), silent).query["error"] == "login_required")
      let browser = try await TestBrowser.signedIn(server)
      for _ in 0..<2 {
        let query = try await own.next(browser, silent).query
        #expect((query["code"] != nil) == client.isAlone)
        #expect(query["error"] == (client.isAlone ? nil : "interaction_required"))
        try await own.consent(browser)
      }
    }
  }

  @Test("prompt=consent asks for consent to the scopes, also after a sign-in", arguments: clients)
  func explicitConsent(_ client: Client) async throws {
    try await TestServer.run(Self.settings()) { server in
      let page = try await OpenPage(
        TestBrowser(server), client.connect(server), scope(client).merging(["prompt": "consent"]) { $1 })
      #expect(try await page.take()["question"] == "consent")
      server.clock.advance(by: 5)
      let asked = try await page.signIn()
      #expect(asked["next"] == "confirm" && asked["question"] == "consent")
      #expect(asked["scopes"].array?.contains("offline_access") == true)
      #expect(asked["client"]["first_party"] == true)
      #expect(code(try await page.take("/allow")) != nil)
    }
  }

  @Test("PKCE and the redirect URI are checked as for every client", arguments: clients)
  func request(_ client: Client) async throws {
    try await TestServer.run(Self.settings()) { server in
      let browser = try await TestBrowser.signedIn(server)
      let own = try client.connect(server)
      for uri in [
        "https://evil.example/callback", "\(client.redirectURI)/more", "com.example.evil:/callback",
      ] {
        let refused = try await own.authorize(["redirect_uri": uri])
        #expect(refused.status == 400 && refused.pageTicket == nil)
      }
      let plain = try await own.authorize(["code_challenge_method": "plain"])
      #expect(TestClient.query(of: plain.fields["Location"])["error"] == "invalid_request")
      // A stolen code is worth nothing without the verifier, nor at another client.
      let stolen = try await own.code(browser)
      let verifier = try TestClient(server).verifier
      #expect(try await own.exchange(stolen, ["code_verifier": verifier]).code == "invalid_grant")
      let thief = try Self.clients[4].connect(server)
      #expect(try await thief.exchange(own.code(browser)).code == "invalid_grant")
    }
  }

  @Test("The user still needs the second factor, the sign-in and the account that the client asks for")
  func requirements() async throws {
    try await TestServer.run(Self.settings()) { server in
      let browser = try await TestBrowser.signedIn(server)
      let vault = try TestClient(server, "vault", redirectURI: "https://vault.example/callback")
      #expect(try await vault.next(browser).question["reason"] == "second_factor")
      #expect(try await vault.next(browser, ["prompt": "none"]).query["error"] == "login_required")
      let web = try Self.clients[0].connect(server)
      let hint = try await web.idToken(try await TestBrowser.signedIn(server))
      server.clock.advance(by: 10)
      let asked: [([String: String?], JSONValue)] = [
        (["max_age": "5"], "too_old"), (["prompt": "login"], "too_old"),
        (["id_token_hint": hint], "other_account"),
        (["acr_values": "urn:doorward:acr:second-factor"], "second_factor"),
      ]
      for (changes, reason) in asked {
        #expect(try await web.next(browser, changes).question["reason"] == reason, "\(changes)")
        guard changes["prompt"] == nil else { continue }
        let silent = try await web.next(browser, changes.merging(["prompt": "none"]) { $1 })
        #expect(silent.query["error"] == "login_required", "\(changes)")
      }
      let select: [String: String?] = ["prompt": "select_account"]
      #expect(try await web.next(TestBrowser(server), select).question["reason"] == "select_account")
      let shown = try await web.next(browser, select).question
      #expect(shown["next"] == "confirm" && shown["question"] == "continuation")
    }
  }

  @Test("The click of one user does not continue as another one who has signed in in another tab")
  func anotherTab() async throws {
    try await TestServer.run(Self.settings()) { server in
      let client = try Self.clients[0].connect(server)
      let browser = try await TestBrowser.signedIn(server)
      let page = try await OpenPage(browser, client)
      #expect(try await page.take()["next"] == "confirm")
      let other = try await EthereumTestWallet().signIn(browser)
      let asked = try await page.take("/allow")
      #expect(asked["next"] == "confirm" && asked["state"]["user"] == other["user"])
      let code = try #require(code(try await page.take("/allow")))
      #expect(
        try TestClient.claims(of: try await client.exchange(code)["id_token"])["sub"] == other["user"]["id"])
      // A sign-in on the page that another tab's sign-in has replaced.
      let late = try await OpenPage(TestBrowser(server), client)
      #expect(try await late.take()["next"] == "sign_in")
      server.clock.advance(by: 5)
      let proven = try await EthereumTestWallet().signIn(late.browser)
      try await EthereumTestWallet().signIn(late.browser)
      #expect(try await late.take(session: proven["current_session_id"])["next"] == "confirm")
    }
  }

  @Test("Another site cannot continue for the user")
  func crossSite() async throws {
    try await TestServer.run(Self.settings()) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try Self.clients[0].connect(server)
      let asked = try await client.next(browser).question
      for ticket in [asked["ticket"], .string(try await client.ticket(["prompt": "none"]))] {
        for step in ["", "/allow"] {
          let answer = try await browser.send(
            .post, "/session/authorization\(step)", ["ticket": ticket],
            fields: ["Sec-Fetch-Site": "cross-site"])
          #expect(answer.status == 403 && answer.code == "cross_origin")
        }
      }
    }
  }

  @Test("A click or a sign-in that the page asked for without scopes is no consent after the flag is removed")
  func removedFlag() async throws {
    let (own, others) = (Self.settings(), Self.settings(isFirstParty: false))
    try await TestServer.restart(own, others) { server in
      let client = try Self.clients[2].connect(server)
      let clicked = try await OpenPage(try await TestBrowser.signedIn(server), client)
      #expect(try await clicked.take()["question"] == "continuation")
      let signedOut = try await OpenPage(TestBrowser(server), client)
      #expect(try await signedOut.take()["question"] == "continuation")
      let device = try await TestDevice(server, "tool", scope: "openid account")
      let shown = try await device.find(clicked.browser)
      #expect(shown["question"] == "continuation")
      server.clock.advance(by: 5)
      return (clicked, signedOut, device, shown["ticket"])
    } _: { server, pages in
      let clicked = await pages.0.moved(to: server)
      let asked = try await clicked.take("/allow")
      #expect(asked["next"] == "confirm" && asked["question"] == "consent")
      #expect(code(try await clicked.take("/allow")) != nil)
      let signedOut = try await pages.1.moved(to: server).signIn()
      #expect(signedOut["next"] == "confirm" && signedOut["question"] == "consent")

      let (device, ticket) = (pages.2, pages.3)
      let refused = try await clicked.browser.send(.post, "/session/device/allow", ["ticket": ticket])
      #expect(refused.status == 400 && refused.code == "invalid_ticket")
      #expect(try await device.poll(at: server)["error"] == "authorization_pending")
      #expect(try await device.find(clicked.browser)["question"] == "consent")
      try await device.decide("allow", clicked.browser)
      server.clock.advance(by: 10)
      #expect(try await device.poll(at: server).status == 200)
    }
  }

  @Test("A refusal counts also after the flag is removed, and so does consent after it is set")
  func changedFlag() async throws {
    let (own, others) = (Self.settings(), Self.settings(isFirstParty: false))
    for (before, after, step) in [(own, others, "deny"), (others, own, "allow")] {
      try await TestServer.restart(before, after) { server in
        let browser = try await TestBrowser.signedIn(server)
        let device = try await TestDevice(server, "tool")
        return (browser, device, try await device.find(browser)["ticket"])
      } _: { server, page in
        let browser = await page.0.moved(to: server)
        let decided = try await browser.send(.post, "/session/device/\(step)", ["ticket": page.2])
        #expect(decided.status == 204)
        let poll = try await page.1.poll(at: server)
        #expect(step == "allow" ? poll.status == 200 : poll["error"] == "access_denied")
      }
    }
  }

  @Test(
    "After the flag is removed, the page asks for what it has not listed",
    arguments: clients.filter(\.isAlone))
  func unshownScopes(_ client: Client) async throws {
    let (own, others) = (Self.settings(), Self.settings(isFirstParty: false))
    func silent(_ scope: String) -> [String: String?] { ["scope": scope, "prompt": "none"] }
    try await TestServer.restart(own, others) { server in
      let connected = try client.connect(server)
      // A click, a silent request, a sign-in and a device, none of which has shown the scopes.
      let browsers = [try await TestBrowser.signedIn(server), TestBrowser(server)]
      try await connected.consent(browsers[0], scope(client))
      let code = try #require(
        try await connected.next(browsers[0], silent("openid profile offline_access")).query["code"])
      #expect(try await connected.exchange(code).status == 200)
      let page = try await OpenPage(browsers[1], connected, scope(client))
      _ = try await page.take()
      server.clock.advance(by: 5)
      let signedIn = try #require(self.code(try await page.signIn()))
      #expect(try await connected.exchange(signedIn).status == 200)
      let device = try await TestDevice(
        server, client.id, scope: "openid", secret: client.hasSecret ? TestClient.secret : nil)
      try await device.decide("allow", browsers[1])
      #expect(try await device.poll().status == 200)
      // The client has asked for consent to one of them.
      try await connected.consent(browsers[0], ["scope": "openid", "prompt": "consent"])
      return browsers
    } _: { server, browsers in
      let connected = try client.connect(server)
      for (place, browser) in browsers.enumerated() {
        let browser = await browser.moved(to: server)
        let asked = try await connected.next(browser, ["scope": "openid profile"]).question
        #expect(asked["next"] == "confirm" && asked["question"] == "consent", "\(place)")
        #expect(asked["granted_scopes"] == (place == 0 ? ["openid"] : []), "\(place)")
        #expect(
          try await connected.next(browser, silent("openid profile")).query["error"] == "consent_required")
        #expect((try await connected.next(browser, ["scope": "openid"]).query["code"] != nil) == (place == 0))
        try await connected.consent(browser, ["scope": "openid profile"])
        #expect(try await connected.next(browser, ["scope": "openid profile"]).query["code"] != nil)
      }
    }
  }

  @Test("A device needs the confirmation of its code")
  func device() async throws {
    try await TestServer.run(Self.settings()) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server, "tool", scope: "openid account")
      let shown = try await device.find(browser)
      #expect(shown["next"] == "confirm" && shown["question"] == "continuation")
      #expect(shown["request"]["network"] == "127.0.0.1" && shown["request"]["same_network"] == true)
      #expect(try await device.poll()["error"] == "authorization_pending")
      try await device.decide("allow", browser)
      server.clock.advance(by: 10)
      #expect(try await device.poll().status == 200)
    }
  }

  @Test("Only the first application of a server in development has the flag by default")
  func defaults() async throws {
    let settings: JSONObject = [
      "applications": [
        ["id": "default"],
        ["id": "app", "redirect_uris": ["com.example.app:/callback"], "device_authorization": true],
      ]
    ]
    try await TestServer.run(settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      #expect(try await TestClient(server).next(browser).question["question"] == "continuation")
      let app = try TestClient(server, "app", redirectURI: "com.example.app:/callback")
      #expect(try await app.next(browser).question["question"] == "consent")
      #expect(try await TestDevice(server, "app").find(browser)["question"] == "consent")
    }
    var reading: ConfigurationError?
    do {
      try await TestServer.run(["applications": [["id": "default", "first_party": "yes"]]]) { _ in }
    } catch let error as ConfigurationError { reading = error }
    #expect(reading?.key == "applications[0].first_party")
  }

  @Test("The operator sets and removes the flag")
  func administration() async throws {
    try await TestServer.run { server in
      try await server.administer { administration in
        let added = try await administration.addApplication(
          "shop", settings: ["redirect_uris": ["https://shop.example/callback"]])
        #expect(added.settings["first_party"] == false)
        for (change, expected) in [("first_party=true", true), ("first_party=", false)]
          as [(String, JSONValue)]
        {
          let changed = try await administration.changeApplication(
            "shop", [try #require(ApplicationChange(change))])
          #expect(changed.settings["first_party"] == expected)
        }
      }
    }
  }
}
