import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Foundation
import SoftwareAuthenticators
import Testing

@Suite("Deletion of an account") struct AccountDeletionTests {
  private static let grace = 30 * 86400

  private func sweep(_ server: TestServer) async throws {
    try await withHousekeeping(server) { await $0.sweep() }
  }

  /// Runs a body with the housekeeping of one more process, which keeps its lease from one sweep to the next.
  private func withHousekeeping(
    _ server: TestServer, _ body: (Housekeeping) async throws -> Void
  ) async throws {
    try await server.withStore { store in
      try await body(
        Housekeeping(
          store: store, clock: server.clock.wallClock, logger: Logger(clock: server.clock.wallClock) { _ in },
          anonymousUserLifetime: 86400))
    }
  }

  @Test func deletionEndsAllSessionsAtOnceAndCanBeUndoneByASignIn() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let other = try await codes.signIn("ada@example.com", password: TestCodes.password)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: try session.account).status == 204)
      for ended in [session, other] {
        #expect(
          try await server.api.send(.get, "/v1/user", bearer: try ended.account).code == "invalid_token")
        let refresh = try await server.api.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=\(try ended.refreshToken)&client_id=default")
        #expect(refresh.code == "invalid_grant")
      }
      let mail = try await mailbox.next(to: "ada@example.com", .deletionScheduled)
      let due = server.clock.now.addingTimeInterval(TimeInterval(Self.grace)).ISO8601Format()
      #expect(mail.text.contains(due.prefix(10)))

      let refused = try await codes.signIn("ada@example.com", password: TestCodes.password)
      #expect(refused.status == 409)
      #expect(refused.code == "account_deletion_pending")
      #expect(refused["account_deletion"]["delete_at"]?.string?.prefix(10) == due.prefix(10))
      // A wrong password shows nothing of it.
      #expect(try await codes.signIn("ada@example.com", password: "wrong").code == "invalid_credentials")

      let kept = try await server.api.send(
        .post, "/v1/password/sign-in",
        [
          "identifier": "ada@example.com", "password": .string(TestCodes.password), "keep_account": true,
        ])
      #expect(kept.status == 200)
      #expect(kept["user"]["id"] == session["user"]["id"])
      server.clock.advance(by: TimeInterval(Self.grace + 1))
      try await sweep(server)
      #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
    }
  }

  @Test func refusalSpendsNeitherAChallengeNorACode() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn("ada@example.com")
      _ = try await server.api.send(.delete, "/v1/user", bearer: try session.account)
      let challenge = try await codes.send(to: "ada@example.com")
      var answer = codes.answer(challenge, try await mailbox.next(to: "ada@example.com", .signInCode).code)
      let refused = try await server.api.send(.post, "/v1/code/sign-in", .object(answer))
      #expect(refused.code == "account_deletion_pending")
      answer["keep_account"] = "yes"
      #expect(try await server.api.send(.post, "/v1/code/sign-in", .object(answer)).code == "wrong_type")
      answer["keep_account"] = true
      #expect(try await server.api.send(.post, "/v1/code/sign-in", .object(answer)).status == 200)
      #expect(try await server.api.send(.post, "/v1/code/sign-in", .object(answer)).code == "challenge_used")
    }
  }

  @Test func userWithAWalletAloneUndoesTheDeletion() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let browser = TestBrowser(server)
      let page = try await wallet.signIn(browser)
      #expect(try await browser.send(.delete, "/session/user").status == 204)
      #expect(try await !browser.isSignedIn)
      let proof = try await wallet.proof(browser)
      let refused = try await browser.send(.post, "/session/ethereum/sign-in", proof)
      #expect(refused.code == "account_deletion_pending")
      #expect(try await !browser.isSignedIn)
      guard case .object(var body) = proof else { throw UnexpectedAnswer() }
      body["keep_account"] = true
      let kept = try await browser.send(.post, "/session/ethereum/sign-in", .object(body))
      #expect(kept.status == 200)
      #expect(kept["user"]["id"] == page["user"]["id"])
    }
  }

  @Test func secondFactorIsProvenBeforeTheAccountIsKept() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let token = try await codes.registered("ada@example.com").account
      let authenticator = try await TestAuthenticator.add(server, bearer: token)
      _ = try await server.api.send(.delete, "/v1/user", bearer: token)
      let body: JSONObject = [
        "identifier": "ada@example.com", "password": .string(TestCodes.password), "keep_account": true,
      ]
      let waiting = try await server.api.send(.post, "/v1/password/sign-in", .object(body))
      #expect(waiting.code == "second_factor_required")
      let code = try authenticator.nextCode()
      let refused = try await server.api.verify(waiting, code)
      #expect(refused.code == "account_deletion_pending")
      // The code was not used.
      let kept = try await server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "totp",
          "code": .string(code), "keep_account": true,
        ])
      #expect(kept.status == 200)
    }
  }

  @Test func refusedCloneOfAPasskeyKeepsTheScheduledDeletion() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      passkey.authenticator.signCount = 5
      let session = try await passkey.signUp()
      #expect(try await server.api.send(.delete, "/v1/user", bearer: try session.account).status == 204)
      let pending = try await passkey.signIn()
      #expect(pending.code == "account_deletion_pending")
      var clone = passkey
      clone.authenticator.signCount = 3
      var body = try await clone.authentication(clone.authenticationOptions())
      body["keep_account"] = true
      let refused = try await clone.signIn(body)
      #expect(refused.status == 401 && refused.code == "possible_clone")
      // The account is deleted at the same time as before.
      let again = try await passkey.signIn()
      #expect(again.code == "account_deletion_pending")
      #expect(again["account_deletion"]["delete_at"] == pending["account_deletion"]["delete_at"])
      server.clock.advance(by: TimeInterval(Self.grace + 1))
      try await sweep(server)
      #expect(try await passkey.signIn().code == "unknown_passkey")
    }
  }

  @Test func accountIsDeletedForGoodAfterThePeriod() async throws {
    try await TestServer.run(["limits": ["deletion_grace": 3600]]) { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      _ = try await server.upload(try TestPhotos.image("picture.png"), try session.account)
      _ = try await server.api.send(.delete, "/v1/user", bearer: try session.account)
      try await withHousekeeping(server) { housekeeping async throws in
        server.clock.advance(by: 3599)
        await housekeeping.sweep()
        #expect(try await wallet.signIn(server).code == "account_deletion_pending")
        server.clock.advance(by: 1)
        await housekeeping.sweep()
      }
      let new = try await wallet.signIn(server)
      #expect(new["is_new_user"] == true)
      #expect(new["user"]["id"] != session["user"]["id"])
    }
  }

  @Test func withoutAPeriodAndForAnonymousUsersTheDeletionIsImmediate() async throws {
    try await TestServer.run(["limits": ["deletion_grace": 0]]) { server in
      let wallet = EthereumTestWallet()
      _ = try await server.api.send(.delete, "/v1/user", bearer: try wallet.signIn(server).account)
      #expect(try await wallet.signIn(server)["is_new_user"] == true)
    }
    try await TestServer.run(TestVisitor.settings) { server in
      let anonymous = try await server.api.send(.post, "/v1/anonymous", [:])
      _ = try await server.api.send(.delete, "/v1/user", bearer: try anonymous.account)
      let id = try #require(anonymous["user"]["id"]?.string)
      let key = try await server.apiKey()
      #expect(try await server.api.send(.get, "/v1/users/\(id)", bearer: key).status == 404)
    }
  }

  @Test func passwordResetKeepsTheAccountOnlyIfAsked() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let token = try await codes.registered("ada@example.com").account
      _ = try await server.api.send(.delete, "/v1/user", bearer: token)
      let challenge = try await server.api.send(
        .post, "/v1/password/reset",
        ["identifier": "ada@example.com", "binding": .string(codes.binding.value)])
      var answer = codes.answer(
        challenge, try await mailbox.next(to: "ada@example.com", .passwordReset).code)
      answer["new_password"] = "another horse battery staple"
      let refused = try await server.api.send(.post, "/v1/password/reset/confirm", .object(answer))
      #expect(refused.code == "account_deletion_pending")
      #expect(
        try await codes.signIn("ada@example.com", password: "another horse battery staple").code
          == "invalid_credentials")
      answer["keep_account"] = true
      #expect(try await server.api.send(.post, "/v1/password/reset/confirm", .object(answer)).status == 200)
    }
  }
}
