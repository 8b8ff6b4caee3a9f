import DoorwardAdministration
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
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

  /// The session lets the user add a way to sign in, and counts as recent for nothing else.
  @Test func sessionAddsAWayAndIsRecentForNothingElse() async throws {
    try await TestServer.run { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let browser = TestBrowser(server)
      #expect(try await Self.use(Self.secret(server, for: user, key), browser).status == 200)
      let tooWeak: [(HTTPMethod, String, JSONValue?)] = [
        (.post, "/session/second-factors/totp", [:]), (.post, "/session/recovery-codes", [:]),
        (.delete, "/session/user", nil), (.patch, "/session/user", ["username": "ada_lovelace"]),
      ]
      for (method, path, body) in tooWeak {
        #expect(
          try await browser.send(method, path, body).code == "insufficient_user_authentication", "\(path)")
      }
      let wallet = EthereumTestWallet()
      let linked = try await browser.send(
        .post, "/session/ethereum/link", wallet.proof(browser, purpose: "link"))
      #expect(linked.status == 200)
      let again = try await wallet.signIn(browser)
      #expect(again["user"]["id"]?.string == user && again["signed_in_by_link"] == false)
    }
  }

  @Test func waysAreAddedOnlySoonAfterTheLink() async throws {
    try await TestServer.run { server in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let browser = TestBrowser(server)
      #expect(try await Self.use(Self.secret(server, for: user, key), browser).status == 200)
      server.clock.advance(by: 601)
      let linked = try await browser.send(
        .post, "/session/ethereum/link", EthereumTestWallet().proof(browser, purpose: "link"))
      #expect(linked.code == "insufficient_user_authentication")
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

  /// Support makes no link for an owner. A link of a user who has become an administrator since does not work, whatever the role.
  @Test func linkSignsInNoAdministrator() async throws {
    try await TestServer.run { server in
      _ = try await TestAdministrator(server, role: .owner)
      let support = try await TestAdministrator(server, role: .support)
      try await support.signIn()
      let user = try await Self.user(server)
      let made = try await support.send(.post, "/v1/admin/users/\(user)/sign-in-link", [:])
      let secret = String(try #require(made["link"].string?.components(separatedBy: "#link=").last))
      #expect(try await server.administer { try await $0.giveRole(.owner, to: user, isNew: true) })
      #expect(try await Self.use(secret, TestBrowser(server)).code == "invalid_challenge")
      #expect(
        try await support.send(.post, "/v1/admin/users/\(user)/sign-in-link", [:]).code
          == "insufficient_scope")
      #expect(try await server.administer { try await $0.giveRole(.support, to: user, isNew: false) })
      #expect(try await Self.use(secret, TestBrowser(server)).code == "invalid_challenge")
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
