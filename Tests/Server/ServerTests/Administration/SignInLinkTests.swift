import DoorwardAdministration
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The link by which an administrator lets a user in who has lost every way to sign in.
@Suite struct SignInLinkTests {
  private static func key(
    _ server: TestServer, _ scopes: Set<AdministrationScope> = [.writeUsers, .readEvents]
  ) async throws -> String {
    try await server.administer { try await $0.createAdministrationKey(name: "tests", scopes: scopes).1.text }
  }

  private static func make(_ server: TestServer, for user: String, _ key: String) async throws
    -> TestAPI.Answer
  {
    try await server.listening.send(.post, "/v1/admin/users/\(user)/sign-in-link", [:], bearer: key)
  }

  /// The secret of a new link.
  private static func secret(_ server: TestServer, for user: String, _ key: String) async throws -> String {
    let made = try await make(server, for: user, key)
    #expect(made.status == 201)
    let parts = try #require(made["link"].string).components(separatedBy: "/#link=")
    #expect(parts.count == 2 && parts[0] == server.origin)
    return parts[1]
  }

  private static func use(_ secret: String, _ browser: TestBrowser) async throws -> TestAPI.Answer {
    // The page reads the state first, which gives the browser its binding.
    _ = try await browser.send(.get, "/session/state")
    return try await browser.send(.post, "/session/sign-in-link", ["token": .string(secret)])
  }

  private static func user(_ server: TestServer) async throws -> String {
    let made = try await server.administer { try await $0.createUser(["email": "ada@example.com"], for: nil) }
    return try #require(made?["id"]?.string)
  }

  @Test func linkSignsInOnceAndTheUserIsTold() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let secret = try await Self.secret(server, for: user, key)
      let notice = try await mailbox.next(to: "ada@example.com", .signInLinkCreated)
      #expect(notice.link.contains("/secure#") && !notice.text.contains(secret))
      let browser = TestBrowser(server)
      let signedIn = try await Self.use(secret, browser)
      #expect(signedIn.status == 200 && signedIn["user"]["id"]?.string == user)
      #expect(signedIn["signed_in_by_link"] == true)
      #expect(try await Self.use(secret, TestBrowser(server)).code == "challenge_used")
      let events = try await server.listening.send(.get, "/v1/admin/events?user=\(user)", bearer: key)
      let types = (events["items"].array ?? []).compactMap { $0["type"]?.string }
      #expect(types.contains("sign_in_link.created") && types.contains("session.started"))
      let started = events["items"].array?.first { $0["type"]?.string == "session.started" }
      #expect(started?["data"]?["methods"] == ["link"])
      #expect(!server.log.text.contains(secret))
    }
  }

  @Test func twoUsesAtOnceSignInOnce() async throws {
    try await TestServer.run { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let secret = try await Self.secret(server, for: user, key)
      let statuses = try await inParallel(6) { _ in try await Self.use(secret, TestBrowser(server)).status }
      #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 401 } == 5)
    }
  }

  /// The session lists the ways to sign in, and adds one.
  @Test func sessionAddsAWay() async throws {
    try await TestServer.run { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let browser = TestBrowser(server)
      #expect(try await Self.use(Self.secret(server, for: user, key), browser).status == 200)
      for path in ["/session/user/identities", "/session/passkeys", "/session/second-factors"] {
        #expect(try await browser.send(.get, path).status == 200, "\(path)")
      }
      let wallet = EthereumTestWallet()
      let linked = try await browser.send(
        .post, "/session/ethereum/link", wallet.proof(browser, purpose: "link"))
      #expect(linked.status == 200)
      // The proof of the new way does not make the session one of the user.
      #expect(
        try await browser.send(.get, "/session/user/export").code == "insufficient_user_authentication")
      let again = try await wallet.signIn(browser)
      #expect(again["user"]["id"]?.string == user && again["signed_in_by_link"] == false)
      #expect(try await browser.send(.get, "/session/user/export").status == 200)
    }
  }

  /// The routes for signed-in users that accept the session of a link. A new route is not among them until this list has it.
  private static let open: Set = [
    "GET /session/passkeys", "GET /session/second-factors", "GET /session/user/identities",
    "POST /session/ethereum/link", "POST /session/near/link", "POST /session/password/change",
    "POST /session/sign-out",
  ]

  @Test func sessionOpensNothingElse() async throws {
    try await TestServer.runWithMail { server, _ in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let browser = TestBrowser(server)
      #expect(try await Self.use(Self.secret(server, for: user, key), browser).status == 200)
      let refusal = "insufficient_user_authentication"
      let routes = server.server.accountRoutes.filter { $0.caller == .pageSession }
      #expect(Self.open.isSubset(of: routes.map { "\($0.method) \($0.pattern)" }))
      for route in routes where !Self.open.contains("\(route.method) \(route.pattern)") {
        let path = route.pattern.replacing(/\{[a-z]+\}/, with: "01900000-0000-7000-8000-000000000000")
        // The ticket of a request is checked before the session.
        if path == "/session/authorization/allow" { continue }
        let answer = try await browser.send(route.method, path, route.method == .get ? nil : ["ticket": "x"])
        #expect(answer.code == refusal, "\(route.method) \(route.pattern)")
      }
      for scope in ["others", "all"] {
        let answer = try await browser.send(.post, "/session/sign-out", ["scope": .string(scope)])
        #expect(answer.code == refusal, "\(scope)")
      }
      // An address can be added, and none can be replaced.
      for (purpose, expected) in [("change", refusal), ("verify", "address_exists")] {
        let sent = try await browser.send(
          .post, "/session/code/send", ["purpose": .string(purpose), "email": "eve@example.com"])
        #expect(sent.code == expected, "\(purpose)")
      }
    }
  }

  @Test func sessionEndsWhenNoWayCanBeAdded() async throws {
    try await TestServer.run { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let browser = TestBrowser(server)
      #expect(try await Self.use(Self.secret(server, for: user, key), browser).status == 200)
      server.clock.advance(by: 599)
      #expect(try await browser.send(.get, "/session/state")["signed_in"] == true)
      server.clock.advance(by: 2)
      #expect(try await browser.send(.get, "/session/state")["signed_in"] == false)
      #expect(try await browser.send(.get, "/session/user/identities").code == "signed_out")
    }
  }

  @Test func userWithoutAnAddressSeesTheLinkInTheActivity() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server)
      let wallet = EthereumTestWallet()
      let browser = TestBrowser(server)
      let signedIn = try await wallet.signIn(browser)
      let made = try await Self.make(server, for: #require(signedIn["user"]["id"]?.string), key)
      #expect(made["notices"] == 0)
      let activity = try await browser.send(.get, "/session/user/activity")
      #expect(activity["items"].array?.contains { $0["type"] == "sign_in_link.created" } == true)
    }
  }

  @Test func linksForAUserAreLimited() async throws {
    let limits: JSONObject = ["rate_limits": ["code_per_hour_and_address": 2]]
    try await TestServer.run(limits) { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      for status in [201, 201, 429] {
        #expect(try await Self.make(server, for: user, key).status == status)
      }
    }
  }

  @Test func secondFactorIsStillAskedFor() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server)
      let signedIn = try await EthereumTestWallet().signIn(server)
      let user = try #require(signedIn["user"]["id"]?.string)
      let authenticator = try await TestAuthenticator.add(server, bearer: signedIn.account)
      let secret = try await Self.secret(server, for: user, key)
      let browser = TestBrowser(server)
      let waiting = try await Self.use(secret, browser)
      #expect(waiting.code == "second_factor_required")
      let proven = try await browser.send(
        .post, "/session/second-factor/verify",
        [
          "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "totp",
          "code": .string(try authenticator.nextCode()),
        ])
      #expect(proven.status == 200 && proven["signed_in_by_link"] == true)
      // The factor does not make the link a proof of the user.
      #expect(
        try await browser.send(.post, "/session/recovery-codes", [:]).code
          == "insufficient_user_authentication")
      #expect(try await Self.use(secret, TestBrowser(server)).code == "challenge_used")
      #expect(
        try await server.listening.send(.delete, "/v1/admin/users/\(user)/second-factors", bearer: key).status
          == 204)
      // The removal makes earlier links void.
      server.clock.advance(by: 1)
      let next = try await Self.use(Self.secret(server, for: user, key), TestBrowser(server))
      #expect(next.status == 200)
    }
  }

  @Test func linkEndsWithItsHourABanADeletionAndTheSecuringOfTheAccount() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let path = "/v1/admin/users/\(user)"
      let secret = { try await Self.secret(server, for: user, key) }
      func code(_ secret: String) async throws -> String? {
        try await Self.use(secret, TestBrowser(server)).code
      }

      let old = try await secret()
      server.clock.advance(by: 3600)
      #expect(try await code(old) == "challenge_expired")

      let banned = try await secret()
      #expect(try await server.listening.send(.post, "\(path)/ban", [:], bearer: key).status == 204)
      #expect(try await code(banned) == "user_banned")
      #expect(try await Self.make(server, for: user, key).code == "user_banned")
      #expect(try await server.listening.send(.post, "\(path)/unban", [:], bearer: key).status == 204)

      for _ in 0..<2 { _ = try await mailbox.next(to: "ada@example.com", .signInLinkCreated) }
      let secured = try await secret()
      let notice = try await mailbox.next(to: "ada@example.com", .signInLinkCreated)
      let token = String(try #require(notice.link.split(separator: "#").last))
      server.clock.advance(by: 1)
      let confirmed = try await TestBrowser(server).send(
        .post, "/session/secure/confirm", ["token": .string(token)])
      #expect(confirmed.status == 200)
      #expect(try await code(secured) == "invalid_challenge")

      server.clock.advance(by: 1)
      let leaving = try await secret()
      #expect(try await server.listening.send(.delete, path, bearer: key).status == 204)
      #expect(try await code(leaving) == "invalid_challenge")
      #expect(try await Self.make(server, for: user, key).code == "account_deletion_pending")
      #expect(
        try await server.listening.send(.delete, "\(path)?immediately=true", bearer: key).status == 204)
      #expect(try await code(leaving) == "invalid_challenge")
      #expect(try await Self.make(server, for: user, key).code == "not_found")
    }
  }

  /// A key may have fewer rights than the role of its owner. It must not gain the role by a link.
  @Test func linkSignsInNoAdministrator() async throws {
    try await TestServer.run { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let secret = try await Self.secret(server, for: user, key)
      #expect(try await server.administer { try await $0.giveRole(.viewer, to: user, isNew: true) })
      #expect(try await Self.use(secret, TestBrowser(server)).code == "invalid_challenge")
      let strong = try await Self.key(server, [.writeUsers, .writeAdministrators])
      for key in [key, strong] {
        #expect(try await Self.make(server, for: user, key).code == "insufficient_scope")
      }
      await #expect(throws: Problem.self) {
        try await server.administer { try await $0.makeSignInLink(for: "ada@example.com", in: nil) }
      }
    }
  }

  /// The second factor may follow much later than the link.
  @Test func secondFactorSignsInNoNewAdministrator() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server)
      let signedIn = try await EthereumTestWallet().signIn(server)
      let user = try #require(signedIn["user"]["id"]?.string)
      let authenticator = try await TestAuthenticator.add(server, bearer: signedIn.account)
      let browser = TestBrowser(server)
      let waiting = try await Self.use(Self.secret(server, for: user, key), browser)
      #expect(try await server.administer { try await $0.giveRole(.viewer, to: user, isNew: true) })
      let proven = try await browser.send(
        .post, "/session/second-factor/verify",
        [
          "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "totp",
          "code": .string(try authenticator.nextCode()),
        ])
      #expect(proven.code == "invalid_challenge")
    }
  }

  /// A session of a link could add a way to sign in to the account of the new administrator.
  @Test func sessionOfALinkEndsWhenItsUserBecomesAnAdministrator() async throws {
    try await TestServer.run { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let browser = TestBrowser(server)
      #expect(try await Self.use(Self.secret(server, for: user, key), browser).status == 200)
      #expect(try await server.administer { try await $0.giveRole(.viewer, to: user, isNew: true) })
      #expect(try await browser.send(.get, "/session/user/identities").code == "signed_out")
    }
  }

  @Test func linkEndsWithItsKey() async throws {
    try await TestServer.run { server in
      let made = try await server.administer {
        let (record, text) = try await $0.createAdministrationKey(name: "tests", scopes: [.writeUsers])
        return (id: record.id, text: text.text)
      }
      let user = try await Self.user(server)
      let secret = try await Self.secret(server, for: user, made.text)
      let now = server.clock.wallClock.now
      try await server.withStore { store in
        try await store.write { _ = try $0.revokeAdministrationKey(made.id, at: now) }
      }
      #expect(try await Self.use(secret, TestBrowser(server)).code == "invalid_challenge")
    }
  }

  @Test func linkEndsWithTheRoleOfItsMaker() async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let support = try await TestAdministrator(server, role: .support)
      try await support.signIn()
      let user = try await Self.user(server)
      func secret() async throws -> String {
        let made = try await support.send(.post, "/v1/admin/users/\(user)/sign-in-link", [:])
        return String(try #require(made["link"].string?.components(separatedBy: "#link=").last))
      }
      let (first, second, third) = (try await secret(), try await secret(), try await secret())
      #expect(try await Self.use(first, TestBrowser(server)).status == 200)
      #expect(try await server.administer { try await $0.giveRole(.viewer, to: support.id, isNew: false) })
      #expect(try await Self.use(third, TestBrowser(server)).code == "invalid_challenge")
      #expect(try await server.administer { try await $0.removeAdministrator(support.id) })
      #expect(try await Self.use(second, TestBrowser(server)).code == "invalid_challenge")
    }
  }

  @Test(arguments: ["", "x", "link", "dwa_x"]) func wrongSecretIsRefused(_ secret: String) async throws {
    try await TestServer.run { server in
      let answer = try await Self.use(secret, TestBrowser(server))
      #expect(answer.code == "invalid_challenge")
    }
  }

  @Test func operatorMakesTheSameLink() async throws {
    try await TestServer.run { server in
      let user = try await Self.user(server)
      let none = try await server.administer { try await $0.makeSignInLink(for: "bob", in: nil) }
      #expect(none == nil)
      let made = try await server.administer { try await $0.makeSignInLink(for: "ada@example.com", in: nil) }
      // The command has the origin of the configuration, without the port that the test's server has found.
      let address = try #require(made?.address)
      let secret = String(try #require(address.components(separatedBy: "#link=").last))
      #expect(try await Self.use(secret, TestBrowser(server))["user"]["id"]?.string == user)
    }
  }
}
