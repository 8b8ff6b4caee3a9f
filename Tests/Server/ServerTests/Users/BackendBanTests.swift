import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Foundation
import Testing

/// A banned user has no access and cannot sign in (case 11).
@Suite struct BackendBanTests {
  private let email = "ada@example.com"

  private func id(_ session: TestAPI.Answer) throws -> String {
    try #require(session.json["user"]?["id"]?.string)
  }

  private func isActive(_ session: TestAPI.Answer, _ server: TestServer, _ key: String) async throws -> Bool {
    let answer = try await server.listening.send(
      .post, "/v1/introspect", ["token": session["access_token"]], bearer: key)
    return answer["active"] == true
  }

  private func refresh(_ session: TestAPI.Answer, _ server: TestServer) async throws -> TestAPI.Answer {
    try await server.listening.send(
      .post, "/v1/token", ["grant_type": "refresh_token", "refresh_token": session["refresh_token"]])
  }

  @Test(
    "A ban and a deletion end access at introspection and refresh at once, on every server",
    arguments: [true, false])
  func endsAccess(isBan: Bool) async throws {
    let settings: JSONObject = ["public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2"]
    try await TestServer.run(settings) { first in
      try await first.beside(settings) { second in
        let wallet = EthereumTestWallet()
        let session = try await wallet.signIn(first)
        let browser = TestBrowser(second)
        try await wallet.signIn(browser)
        let key = try await first.apiKey()
        for server in [first, second] { #expect(try await isActive(session, server, key)) }
        let path = "/v1/users/\(try id(session))"
        let answer =
          try await isBan
          ? first.listening.send(.post, "\(path)/ban", ["reason": "spam"], bearer: key)
          : first.listening.send(.delete, path, bearer: key)
        #expect(answer.status == 204)
        for server in [first, second] {
          #expect(try await !isActive(session, server, key))
          #expect(try await refresh(session, server).code == "invalid_grant")
          #expect(
            try await server.listening.send(.get, "/v1/user", bearer: try session.account).code
              == "invalid_token")
        }
        #expect(try await browser.send(.get, "/session/state")["user"] == .null)
        #expect(try await first.listening.send(.get, path, bearer: key).status == (isBan ? 200 : 404))
      }
    }
  }

  @Test("A banned user is refused after the proof only, by each method")
  func refusesAfterTheProof() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(email)
      server.clock.advance(by: 1)
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(server, try session.account).status == 200)
      let key = try await server.apiKey()
      let path = "/v1/users/\(try id(session))"
      _ = try await server.listening.send(.post, "\(path)/ban", ["reason": "fraud case 17"], bearer: key)
      // A wrong proof and the request for a code get the same answers as before.
      #expect(try await codes.signIn(email, password: "not the password").code == "invalid_credentials")
      let challenge = try await codes.send(to: email)
      #expect(challenge.status == 202)
      let code = try await mailbox.next(to: email, .signInCode).code
      #expect(try await codes.signIn(challenge, TestCodes.wrong(code)).code == "invalid_code")
      let reset = try await codes.reset(email)
      let resetCode = try await mailbox.next(to: email, .passwordReset).code
      let refusals = [
        try await codes.signIn(email, password: TestCodes.password), try await codes.signIn(challenge, code),
        try await wallet.signIn(server), try await codes.confirm(reset, resetCode, "another long password"),
      ]
      for refusal in refusals {
        #expect(refusal.status == 403 && refusal.code == "user_banned")
        #expect(!String(decoding: refusal.body, as: UTF8.self).contains("fraud"))
      }
      let seen = try await server.listening.send(.get, path, bearer: key)
      #expect(seen["ban"]["reason"] == "fraud case 17" && seen["ban"]["ends_at"] == .null)

      #expect(try await server.listening.send(.post, "\(path)/unban", [:], bearer: key).status == 204)
      #expect(try await server.listening.send(.get, path, bearer: key)["ban"] == .null)
      server.clock.advance(by: 1)
      // The reset of the banned user has changed nothing.
      #expect(try await codes.signIn(email, password: TestCodes.password).status == 200)
      #expect(try await wallet.signIn(server).status == 200)
    }
  }

  @Test("A banned user with a second factor is refused after both factors")
  func secondFactor() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(email)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      let key = try await server.apiKey()
      _ = try await server.listening.send(.post, "/v1/users/\(try id(session))/ban", [:], bearer: key)
      server.clock.advance(by: 30)
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      #expect(waiting.code == "second_factor_required")
      #expect(try await server.api.verify(waiting, authenticator.wrongCode()).code == "invalid_code")
      #expect(try await server.api.verify(waiting, authenticator.code()).code == "user_banned")
    }
  }

  @Test("A ban with an end ends by itself")
  func end() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let path = "/v1/users/\(try id(try await wallet.signIn(server)))"
      let key = try await server.apiKey()
      let end = Timestamp(server.clock.now.addingTimeInterval(3600)).rfc3339
      #expect(
        try await server.listening.send(.post, "\(path)/ban", ["ends_at": .string(end)], bearer: key).status
          == 204)
      #expect(try await wallet.signIn(server).code == "user_banned")
      server.clock.advance(by: 3601)
      #expect(try await wallet.signIn(server).status == 200)
      #expect(try await server.listening.send(.get, path, bearer: key)["ban"] == .null)
    }
  }

  @Test(
    "A wrong ban is refused",
    arguments: [
      ["ends_at": "2001-01-01T00:00:00Z"], ["ends_at": "tomorrow"], ["reason": "two\nlines"],
      ["reason": .string(String(repeating: "x", count: 501))],
    ] as [JSONValue])
  func wrongBans(_ body: JSONValue) async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let key = try await server.apiKey()
      let answer = try await server.listening.send(
        .post, "/v1/users/\(try id(session))/ban", body, bearer: key)
      #expect(answer.status == 422 && answer.code == "invalid_ban")
      #expect(try await isActive(session, server, key))
    }
  }

  @Test("A wallet of a banned account does not move to another account")
  func move() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let banned = try await wallet.signIn(server)
      let mine = try await EthereumTestWallet().signIn(server)
      let key = try await server.apiKey()
      _ = try await server.listening.send(.post, "/v1/users/\(try id(banned))/ban", [:], bearer: key)
      #expect(try await wallet.link(server, try mine.account).code == "user_banned")
      #expect(try await wallet.link(server, try mine.account, moving: true).code == "user_banned")
    }
  }

  @Test("A code for a client is void after the ban of its user")
  func authorizationCode() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      let id = try #require(try await wallet.signIn(browser)["user"]["id"]?.string)
      let client = try TestClient.site(server)
      let code = try await client.code(browser, ["scope": "openid"])
      #expect(try await server.administer { try await $0.banUser(id, reason: nil, end: nil) })
      #expect(try await client.exchange(code).code == "invalid_grant")
    }
  }

  private static let twoApplications: JSONObject = ["applications": [["id": "default"], ["id": "game"]]]

  @Test("Only the owner of a ban changes it: another application and the operator have their own")
  func owners() async throws {
    try await TestServer.run(Self.twoApplications) { server in
      let wallet = EthereumTestWallet()
      let user = try id(try await wallet.signIn(server))
      _ = try await wallet.signIn(server, fields: ["Doorward-Application": "game"])
      let (path, own) = ("/v1/users/\(user)", try await server.apiKey())
      let game = try await server.apiKey("game")
      let soon = JSONValue.string(Timestamp(server.clock.now.addingTimeInterval(2)).rfc3339)
      #expect(try await server.administer { try await $0.banUser(user, reason: nil, end: nil) })
      for key in [own, game] {
        #expect(
          try await server.listening.send(.post, "\(path)/ban", ["ends_at": soon], bearer: key).status == 204)
      }
      server.clock.advance(by: 3)
      #expect(try await wallet.signIn(server).code == "user_banned")
      _ = try await server.listening.send(.post, "\(path)/ban", ["reason": "cheats"], bearer: game)
      // The operator removes all of them. A backend removes its own.
      #expect(try await server.listening.send(.post, "\(path)/unban", [:], bearer: own).status == 204)
      #expect(try await server.listening.send(.get, path, bearer: own)["ban"]["application"] == .null)
      #expect(try await server.administer { try await $0.unbanUser(user) })
      #expect(try await wallet.signIn(server).status == 200)
      _ = try await server.listening.send(.post, "\(path)/ban", ["reason": "cheats"], bearer: game)
      #expect(try await server.listening.send(.post, "\(path)/unban", [:], bearer: own).status == 204)
      #expect(try await wallet.signIn(server).code == "user_banned")
      #expect(try await server.listening.send(.get, path, bearer: own)["ban"]["application"] == "game")
      #expect(try await server.listening.send(.post, "\(path)/unban", [:], bearer: game).status == 204)
      #expect(try await wallet.signIn(server).status == 200)
    }
  }

  /// The ways in which a banned user's address becomes free.
  enum Release: CaseIterable {
    case scheduledDeletion, deletionByBackend, deletionByOperator, undoLink
  }

  @Test(
    "A ban outlives the account: its addresses stay banned until the operator removes the ban",
    arguments: Release.allCases)
  func outlivesTheAccount(_ release: Release) async throws {
    try await TestServer.runWithMail(["limits": ["deletion_grace": 86_400]]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(email)
      let user = try id(session)
      let key = try await server.apiKey()
      var banned = email
      if release == .undoLink {
        server.clock.advance(by: 1)
        banned = "ada@new.example.com"
        let challenge = try await codes.send(to: banned, purpose: "change", bearer: try session.account)
        let code = try await mailbox.next(to: banned, .changeAddress).code
        let changed = try await server.api.send(
          .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: session.account)
        #expect(changed.status == 200)
      }
      if release == .scheduledDeletion {
        #expect(try await server.api.send(.delete, "/v1/user", bearer: session.account).status == 204)
      }
      #expect(try await server.administer { try await $0.banUser(user, reason: nil, end: nil) })
      switch release {
      case .scheduledDeletion:
        server.clock.advance(by: 86_401)
        try await server.withStore { store in
          try await Housekeeping(
            store: store, clock: server.clock.wallClock,
            logger: Logger(clock: server.clock.wallClock) { _ in },
            anonymousUserLifetime: 86400
          ).sweep()
        }
      case .deletionByBackend:
        #expect(try await server.listening.send(.delete, "/v1/users/\(user)", bearer: key).status == 204)
      case .deletionByOperator: #expect(try await server.administer { try await $0.deleteUser(user) })
      case .undoLink:
        #expect(try await server.secure(try await mailbox.next(to: email, .emailChanged)).status == 200)
      }
      server.clock.advance(by: 61)
      #expect(try await codes.signIn(banned).code == "user_banned")
      server.clock.advance(by: 61)
      #expect(try await codes.registered(banned).code == "user_banned")
      let created = try await server.listening.send(
        .post, "/v1/users", ["email": .string(banned)], bearer: key)
      #expect(created.code == "user_banned")
      server.clock.advance(by: 61)
      let other = try await codes.registered("eve@example.com")
      let challenge = try await codes.send(to: banned, purpose: "change", bearer: try other.account)
      let code = try await mailbox.next(to: banned, .changeAddress).code
      let change = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: other.account)
      #expect(change.code == "user_banned")

      let name = release == .undoLink ? user : banned
      #expect(try await server.administer { try await $0.unbanUser(name) })
      server.clock.advance(by: 61)
      #expect(try await codes.signIn(banned)["is_new_user"] == true)
    }
  }
}
