import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardServer
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The server remembers what a user has granted to a client, and the page does not ask again.
@Suite struct RememberedConsentTests {
  private static let all: [JSONValue] = ["openid", "profile", "offline_access", "user:read"]

  private static func settings(site: [JSONValue]? = all) -> JSONObject {
    var applications: [JSONValue] = [
      ["id": "default", "first_party": false],
      [
        "id": "spa", "redirect_uris": ["https://spa.example/callback"],
        "scopes": ["openid", "profile", "offline_access", "user:read", "account"],
      ],
      ["id": "app", "redirect_uris": ["com.example.app:/callback"]],
      ["id": "tool", "redirect_uris": ["http://127.0.0.1/callback"]],
    ]
    if let site {
      applications.append([
        "id": "site", "redirect_uris": ["https://site.example/callback"], "scopes": .array(site),
        "client_secret_hash": .string(TestClient.secretHash), "device_authorization": true,
      ])
    }
    return [
      "public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2",
      "applications": .array(applications),
    ]
  }

  static let remembered = ["site", "spa"]
  static let others = ["app", "tool"]

  private func client(_ id: String, _ server: TestServer) throws -> TestClient {
    switch id {
    case "app": try TestClient(server, id, redirectURI: "com.example.app:/callback")
    case "tool": try TestClient(server, id)
    case "site": try TestClient.site(server)
    default: try TestClient(server, id, redirectURI: "https://\(id).example/callback")
    }
  }

  private let silent = ["prompt": "none" as String?]

  @Test("A client with a secret or an https redirect URI is asked about once", arguments: remembered)
  func once(_ id: String) async throws {
    try await TestServer.run(Self.settings()) { server in
      let (browser, client) = (try await TestBrowser.signedIn(server), try client(id, server))
      let asked = try await client.next(browser).question
      #expect(asked["next"] == "confirm" && asked["question"] == "consent" && asked["granted_scopes"] == [])
      #expect(try await client.next(browser, silent).query["error"] == "consent_required")
      try await client.consent(browser)
      #expect(try await client.next(browser).query["code"] != nil)
      #expect(try await client.next(browser, silent).query["code"] != nil)
      #expect(try await client.next(browser, ["prompt": "consent"]).question["question"] == "consent")
      #expect(try await client.next(browser, ["prompt": "select_account"]).question["next"] == "confirm")
      #expect(try await client.next(browser, ["prompt": "login"]).question["next"] == "sign_in")
      #expect(
        try await client.next(browser, ["acr_values": "urn:doorward:acr:second-factor"]).question["reason"]
          == "second_factor")
    }
  }

  @Test("RFC 8252 §8.6: a client that other apps can impersonate is asked about each time", arguments: others)
  func each(_ id: String) async throws {
    try await TestServer.run(Self.settings()) { server in
      let (browser, client) = (try await TestBrowser.signedIn(server), try client(id, server))
      for _ in 0..<2 {
        #expect(try await client.next(browser).question["question"] == "consent")
        #expect(try await client.next(browser, silent).query["error"] == "interaction_required")
        try await client.consent(browser)
      }
      // The consent does not depend on the redirect URI, and so not on the app that has received the code.
      #expect(try await client.next(browser).question["granted_scopes"] == ["openid"])
    }
  }

  @Test("More scopes ask again, with those that the user has granted", arguments: remembered)
  func more(_ id: String) async throws {
    try await TestServer.run(Self.settings()) { server in
      let (browser, client) = (try await TestBrowser.signedIn(server), try client(id, server))
      try await client.consent(browser)
      for scope in ["openid profile", "openid offline_access", "user:read", "openid user:read"] {
        let asked = try await client.next(browser, ["scope": scope]).question
        #expect(asked["next"] == "confirm", "\(scope)")
        #expect(asked["granted_scopes"] == (scope.contains("openid") ? ["openid"] : []), "\(scope)")
        let refused = try await client.next(browser, ["scope": scope, "prompt": "none"])
        #expect(refused.query["error"] == "consent_required", "\(scope)")
      }
      try await client.consent(browser, ["scope": "openid profile offline_access"])
      for scope in ["openid", "openid profile", "openid offline_access", "openid profile offline_access"] {
        #expect(try await client.next(browser, ["scope": scope]).query["code"] != nil, "\(scope)")
      }
      let rest = try await client.next(browser, ["scope": "openid profile user:read"]).question
      #expect(rest["granted_scopes"] == ["openid", "profile"])
    }
  }

  @Test(
    "A sign-in does not ask about offline_access that the user has granted", arguments: remembered + others)
  func offline(_ id: String) async throws {
    try await TestServer.run(Self.settings()) { server in
      let (wallet, client) = (EthereumTestWallet(), try client(id, server))
      let scope: [String: String?] = ["scope": "openid offline_access"]
      for isRemembered in [false, Self.remembered.contains(id)] {
        let page = try await OpenPage(TestBrowser(server), client, scope)
        #expect(try await page.take()["next"] == "sign_in")
        server.clock.advance(by: 5)
        var answer = try await page.signIn(wallet)
        #expect((answer["next"] == "confirm") == !isRemembered)
        if answer["next"] == "confirm" { answer = try await page.take("/allow") }
        let code = try #require(TestClient.query(of: answer["redirect_to"].string)["code"])
        #expect(try await client.exchange(code).status == 200)
      }
    }
  }

  @Test("A consent is of one user and for one client, and a code that nobody has exchanged leaves none")
  func owner() async throws {
    try await TestServer.run(Self.settings()) { server in
      let (ann, bob) = (try await TestBrowser.signedIn(server), try await TestBrowser.signedIn(server))
      let (site, spa) = (try client("site", server), try client("spa", server))
      _ = try await site.code(ann)
      #expect(try await site.next(ann).question["next"] == "confirm")
      try await site.consent(ann)
      #expect(try await site.next(ann).query["code"] != nil)
      #expect(try await site.next(bob).question["next"] == "confirm")
      #expect(try await spa.next(ann).question["next"] == "confirm")
      // Another user in the same browser.
      try await EthereumTestWallet().signIn(ann)
      #expect(try await site.next(ann).question["next"] == "confirm")
      #expect(try await site.next(ann, silent).query["error"] == "consent_required")
    }
  }

  @Test("Full access is never remembered, and a grant that no page has asked for is no consent")
  func account() async throws {
    try await TestServer.run(Self.settings()) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let spa = try client("spa", server)
      // A sign-in in the app grants full access.
      #expect(try await wallet.signIn(server, fields: ["Doorward-Application": "spa"]).status == 200)
      try await wallet.signIn(browser)
      for scope in ["openid", "openid profile", "account"] {
        #expect(try await spa.next(browser, ["scope": scope]).question["next"] == "confirm", "\(scope)")
        let refused = try await spa.next(browser, ["scope": scope, "prompt": "none"])
        #expect(refused.query["error"] == "consent_required", "\(scope)")
      }
      try await spa.consent(browser, ["scope": "openid account"])
      #expect(try await spa.next(browser, ["scope": "openid"]).query["code"] != nil)
      let asked = try await spa.next(browser, ["scope": "openid account"]).question
      #expect(asked["next"] == "confirm" && asked["granted_scopes"] == ["openid"])
    }
  }

  @Test("Consent for a device is remembered for other sign-ins")
  func device() async throws {
    try await TestServer.run(Self.settings()) { server in
      let (browser, site) = (try await TestBrowser.signedIn(server), try client("site", server))
      let device = try await TestDevice(server, "site", scope: "openid profile", secret: TestClient.secret)
      try await device.decide("allow", browser)
      #expect(try await site.next(browser, silent).query["error"] == "consent_required")
      #expect(try await device.poll().status == 200)
      #expect(try await site.next(browser, silent).query["code"] != nil)
    }
  }

  @Test("A withdrawn consent asks again, and two clients are independent", arguments: remembered)
  func withdrawn(_ id: String) async throws {
    try await TestServer.run(Self.settings()) { server in
      let browser = try await TestBrowser.signedIn(server)
      for id in Self.remembered { try await client(id, server).consent(browser) }
      let listed = try await browser.send(.get, "/session/applications")["items"].array
      #expect(listed?.map { $0["scopes"] } == [["openid"], ["openid"]])
      let (site, other) = (try client(id, server), try client(id == "site" ? "spa" : "site", server))
      let code = try await site.code(browser)
      #expect(try await browser.send(.delete, "/session/applications/\(id)").status == 204)
      #expect(try await site.exchange(code).code == "invalid_grant")
      let asked = try await site.next(browser).question
      #expect(asked["next"] == "confirm" && asked["granted_scopes"] == [])
      #expect(try await site.next(browser, silent).query["error"] == "consent_required")
      #expect(try await other.next(browser).query["code"] != nil)
    }
  }

  @Test("A withdrawal at the same time leaves no code that works")
  func withdrawalMeanwhile() async throws {
    try await TestServer.run(Self.settings()) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try client("site", server)
      for round in 0..<8 {
        try await site.consent(browser)
        let tickets = try await inParallel(3) { _ in try await site.ticket(["prompt": "none"]) }
        let answers = try await inParallel(4) { index in
          index == 1
            ? try await browser.send(.delete, "/session/applications/site")
            : try await browser.send(
              .post, "/session/authorization", ["ticket": .string(tickets[index == 0 ? 0 : index - 1])])
        }
        #expect(answers[1].status == 204)
        for answer in [answers[0], answers[2], answers[3]] {
          let query = TestClient.query(of: answer["redirect_to"].string)
          guard let code = query["code"] else {
            #expect(query["error"] == "consent_required", "\(round)")
            continue
          }
          #expect(try await site.exchange(code).code == "invalid_grant", "\(round)")
        }
        #expect(try await browser.send(.get, "/session/applications")["items"] == [])
      }
    }
  }

  @Test("The transaction of the code reads the grant again", arguments: StoreKind.allCases)
  func withdrawnBeforeTheCode(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let clock = TestClock()
      let (user, scopes) = (try User.sample(), Scopes("openid profile"))
      let page = try Session.sample(of: user, expiresAt: clock.now.addingTimeInterval(60))
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(page)
        try transaction.grant(scopes, shown: Scopes("openid"), of: user.id, to: Application.sample.id)
      }
      let codes = CodeExchange(
        store: store, clock: clock.wallClock, random: .system,
        opening: ClientSessionOpening(
          sessions: SessionAdmission(lifetimes: Lifetimes(), limits: AccountLimits()),
          unrefreshedLifetime: 60))
      let request = AuthorizationRequest(
        back: AuthorizationReturn(
          application: .sample, redirectURI: "https://site.example/callback", destination: .web, state: nil),
        scopes: scopes, challenge: [UInt8](repeating: 1, count: 32), nonce: nil, prompts: [], maximumAge: nil,
        assurances: [], expectedUser: nil)
      let caller = Caller(user: user, session: page, application: .sample)
      let ticket = AuthorizationTicket(
        id: try newChallenge(at: clock.now), request: request, issuedAt: clock.now)
      func isWithdrawn() async throws -> Bool {
        if case .withdrawn = try await codes.issue(for: ticket, by: caller, consent: .remembered) {
          true
        } else {
          false
        }
      }
      #expect(try await isWithdrawn())
      _ = try await store.write {
        try $0.withdrawGrant(of: user.id, to: Application.sample.id, at: clock.now)
      }
      #expect(try await isWithdrawn())
      try await store.write { transaction in
        _ = try transaction.grant(scopes, shown: scopes, of: user.id, to: Application.sample.id)
      }
      guard case .code = try await codes.issue(for: ticket, by: caller, consent: .remembered) else {
        Issue.record("the refusal has spent the ticket")
        return
      }
      guard case .spent = try await codes.issue(for: ticket, by: caller, consent: .remembered) else {
        Issue.record("a ticket has yielded two codes")
        return
      }
    }
  }

  @Test("Two tickets at once yield a code each; one ticket yields one")
  func twoAtOnce() async throws {
    try await TestServer.run(Self.settings()) { server in
      let (browser, site) = (try await TestBrowser.signedIn(server), try client("site", server))
      try await site.consent(browser)
      let tickets = [try await site.ticket(), try await site.ticket()]
      let answers = try await inParallel(6) { index in
        try await browser.send(.post, "/session/authorization", ["ticket": .string(tickets[index % 2])])
      }
      let codes = answers.compactMap { TestClient.query(of: $0["redirect_to"].string)["code"] }
      #expect(codes.count == 2 && answers.count { $0.code == "invalid_ticket" } == 4)
      for code in codes { #expect(try await site.exchange(code).status == 200) }
    }
  }

  @Test("A removed client leaves no consent to one that gets its id, and a wider client asks for what is new")
  func operatorsChanges() async throws {
    let (directory, clock) = (try TemporaryDirectory(), TestClock())
    func run<Value>(_ scopes: [JSONValue]?, _ body: (TestServer) async throws -> Value) async throws -> Value
    {
      try await TestServer.run(Self.settings(site: scopes), in: directory, clock: clock, body)
    }
    let (browser, site) = try await run(["openid", "profile"]) { server in
      let (browser, site) = (try await TestBrowser.signedIn(server), try client("site", server))
      try await site.consent(browser, ["scope": "openid profile"])
      return (browser, site)
    }
    func next(_ server: TestServer, _ scope: String) async throws -> String? {
      let page = await browser.moved(to: server)
      let asked = try await client(site.id, server).next(page, ["scope": scope])
      return asked.question["next"].string ?? asked.query["code"].map { _ in "code" }
    }
    let narrowed = try await run(["openid"]) { try await next($0, "openid") }
    #expect(narrowed == "code")
    let widened = try await run(Self.all) { server in
      [
        try await next(server, "openid profile"), try await next(server, "openid user:read"),
        try await next(server, "openid offline_access"),
      ]
    }
    #expect(widened == ["code", "confirm", "confirm"])
    try await run(nil) { _ in }
    let again = try await run(Self.all) { try await next($0, "openid") }
    #expect(again == "confirm")
  }
}
