import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The holder of a link gains no more than a reset by mail gives, and an attacker cannot use the links against the
/// owner.
@Suite struct SecuringThreatTests {
  private static let address = "ada@example.com"
  private static let attacker = "eve@example.com"

  private func withUser(
    _ body: (TestServer, TestMailbox, TestCodes, TestAPI.Answer) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      server.clock.advance(by: 1)
      try await body(server, mailbox, codes, session)
    }
  }

  /// Replaces the address of the user in a session.
  private func take(
    _ codes: TestCodes, _ session: TestAPI.Answer, to address: String = Self.attacker
  ) async throws {
    let answer = try await codes.set(address, purpose: "change", .changeAddress, session.account)
    #expect(answer["email"] == .string(address))
    codes.server.clock.advance(by: 1)
  }

  @Test("A link works once, also if it is used many times at once")
  func once() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await codes.signIn(Self.address, password: TestCodes.password)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      let answers = try await withThrowingTaskGroup(of: TestAPI.Answer.self) { group in
        for _ in 0..<20 { group.addTask { try await server.secure(notice) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1)
      #expect(answers.count { $0.code == "challenge_used" } == 19)
      // The user has signed in again. The old link does not end the new session.
      server.clock.advance(by: 1)
      let again = try await codes.signIn(Self.address)
      for answer in [try await server.secure(notice), try await server.preview(notice)] {
        #expect(answer.status == 401 && answer.code == "challenge_used")
      }
      #expect(try await server.isLive(again))
    }
  }

  @Test("A link works for three days")
  func expiry() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await codes.signIn(Self.address, password: TestCodes.password)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      server.clock.advance(by: 3 * 86400 - 1)
      #expect(try await server.preview(notice).status == 200)
      server.clock.advance(by: 1)
      #expect(try await server.secure(notice).code == "challenge_expired")
      #expect(try await codes.signIn(Self.address, password: TestCodes.password).status == 200)
    }
  }

  @Test("An attacker who has replaced the address cannot reverse the owner's undo")
  func attackersLinks() async throws {
    try await withUser { server, mailbox, codes, session in
      try await take(codes, session)
      let owners = try await mailbox.next(to: Self.address, .emailChanged)
      // The attacker's own changes are announced to the attacker.
      try await take(codes, session, to: "mallory@example.com")
      let attackers = try await mailbox.next(to: Self.attacker, .emailChanged)
      #expect(attackers.token.isEmpty, "an address that is not settled is not restored")
      let change = try await server.api.send(
        .post, "/v1/password/change",
        ["current_password": .string(TestCodes.password), "new_password": "an attacker's long password"],
        bearer: session.account)
      #expect(change.status == 204)
      let second = try await mailbox.next(to: "mallory@example.com", .passwordChanged)

      #expect(try await server.secure(owners)["undoes"] == "restore_email")
      server.clock.advance(by: 1)
      let owner = try await codes.signIn(Self.address)
      #expect(owner.json["user"]?["id"] == session.json["user"]?["id"])
      #expect(owner.json["user"]?["identities"]?.array?.count == 1)
      #expect(try await server.secure(second).code == "notice_outdated")
      #expect(try await server.isLive(owner))
      for stolen in [Self.attacker, "mallory@example.com"] {
        #expect(try await codes.signIn(stolen)["is_new_user"] == true)
      }
    }
  }

  @Test("Undoing the new address also removes what was added after it")
  func attackersAdditions() async throws {
    try await withUser { server, mailbox, codes, session in
      let wallet = EthereumTestWallet()
      try await take(codes, session)
      let owners = try await mailbox.next(to: Self.address, .emailChanged)
      #expect(try await wallet.link(server, session.account).status == 200)
      _ = try await mailbox.next(to: Self.attacker, .signInMethodAdded)
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      #expect(try await server.secure(owners)["undoes"] == "restore_email")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(Self.address).json["user"]?["id"] == session.json["user"]?["id"])
      #expect(try await wallet.signIn(server)["is_new_user"] == true)
    }
  }

  @Test("The owner who removes the attacker's address in a session is safe from the link of the notice")
  func manualUndo() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let wallet = EthereumTestWallet()
      let first = try await codes.signIn(Self.address)
      #expect(try await wallet.link(server, first.account).status == 200)
      server.clock.advance(by: 4 * 86400)
      let stolen = try await codes.signIn(Self.address)
      try await take(codes, stolen)
      server.clock.advance(by: 2 * 86400)
      let owner = try await wallet.signIn(server)
      try await take(codes, owner, to: "ada@example.org")
      let notice = try await mailbox.next(to: Self.attacker, .emailChanged)
      #expect(notice.token.isEmpty)
      #expect(try await server.user(owner)?["email"] == "ada@example.org")
    }
  }

  @Test("A link about a past change undoes no later change of the owner")
  func laterChanges() async throws {
    try await withUser { server, mailbox, codes, session in
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(server, session.account).status == 200)
      let notice = try await mailbox.next(to: Self.address, .signInMethodAdded)
      let user = try #require(try await server.user(session))
      let id = try #require(user["identities"]?.array?.first { $0["type"] == "ethereum" }?["id"]?.string)
      #expect(
        try await server.api.send(.delete, "/v1/user/identities/\(id)", bearer: session.account).status == 204
      )
      #expect(try await wallet.link(server, session.account).status == 200)
      let secured = try await server.secure(notice)
      #expect(secured.status == 200 && secured["undoes"] == .null)
      let signedIn = try await wallet.signIn(server)
      #expect(signedIn.json["user"]?["id"] == user["id"])
    }
  }

  @Test("Codes, resets and waiting sign-ins from before are void")
  func pendingValues() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await codes.signIn(Self.address, password: TestCodes.password)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      let challenge = try await codes.send(to: Self.address)
      let code = try await mailbox.next(to: Self.address, .signInCode).code
      let waiting = try await codes.signIn(Self.address, password: TestCodes.password)
      server.clock.advance(by: 1)
      #expect(try await server.secure(notice).status == 200)
      #expect(try await codes.signIn(challenge, code).code == "challenge_used")
      #expect(try await server.api.verify(waiting, authenticator.nextCode()).code == "challenge_used")
    }
  }

  @Test("Guesses from unknown devices do not lock out a user who has secured the account (case 34)")
  func knownBrowser() async throws {
    try await withUser { server, mailbox, codes, session in
      let (owner, stranger) = (TestBrowser(server), TestBrowser(server))
      func signIn(_ browser: TestBrowser, _ password: String) async throws -> TestAPI.Answer {
        try await browser.send(
          .post, "/session/password/sign-in",
          ["identifier": .string(Self.address), "password": .string(password)])
      }
      #expect(try await signIn(owner, TestCodes.password).status == 200)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      server.clock.advance(by: 1)
      let path = "/session/secure/confirm"
      #expect(try await owner.send(.post, path, ["token": .string(notice.token)]).status == 200)
      server.clock.advance(by: 1)
      for _ in 0...4 { #expect(try await signIn(stranger, "not the password").code == "invalid_credentials") }
      #expect(try await signIn(stranger, "not the password").code == "too_many_guesses")
      #expect(try await signIn(owner, "not the password").code == "invalid_credentials")
    }
  }

  @Test("The link needs no second factor, opens no session and removes no earlier second factor")
  func noMoreThanAReset() async throws {
    try await withUser { server, mailbox, codes, session in
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      server.clock.advance(by: 60)
      let waiting = try await codes.signIn(Self.address, password: TestCodes.password)
      #expect(try await server.api.verify(waiting, authenticator.code()).status == 200)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      let secured = try await server.secure(notice)
      #expect(secured.status == 200 && secured.device.isEmpty && !secured.fields.contains("Set-Cookie"))
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(Self.address).code == "second_factor_required")
    }
  }

  @Test("Other values are not accepted as a link, and a link is not accepted as another value")
  func otherValues() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await codes.signIn(Self.address, password: TestCodes.password)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      let challenge = try await codes.send(to: Self.address)
      let browser = TestBrowser(server)
      let forged = String(notice.token.dropLast(2)) + (notice.token.hasSuffix("AA") ? "BB" : "AA")
      let values = [
        try session.account, try session.refreshToken, try #require(challenge["challenge_id"].string),
        try #require(session.fields["Doorward-Device"]), forged, "", "x",
      ]
      for value in values {
        for path in ["/session/secure", "/session/secure/confirm"] {
          let answer = try await browser.send(.post, path, ["token": .string(value)])
          #expect(answer.status == 401 && answer.code == "invalid_challenge", "\(path)")
        }
      }
      #expect(try await server.api.send(.get, "/v1/user", bearer: notice.token).status == 401)
      var body = codes.answer(challenge, "123456")
      body["challenge_id"] = .string(notice.token)
      let code = try await server.api.send(.post, "/v1/code/sign-in", .object(body))
      #expect(code.code == "invalid_challenge")
      #expect(try await server.preview(notice).status == 200)
    }
  }

  @Test("Another site cannot use a link in the user's browser, and no log has the token")
  func crossSite() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await codes.signIn(Self.address, password: TestCodes.password)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      let answer = try await TestBrowser(server).send(
        .post, "/session/secure/confirm", ["token": .string(notice.token)],
        fields: ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
      #expect(answer.status == 403)
      #expect(try await server.secure(notice).status == 200)
      await server.stop()
      let log = server.log.text
      #expect(log.contains("account_securing") && log.contains("\"new_device\""))
      #expect(!log.contains(notice.token) && !log.contains(String(notice.token.prefix(24))))
    }
  }

  @Test("A link whose user was deleted, and one whose address left the account, change nothing")
  func gone() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await codes.signIn(Self.address, password: TestCodes.password)
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      try await take(codes, session, to: "ada@example.org")
      #expect(try await server.secure(notice).code == "notice_outdated")
      #expect(try await server.user(session)?["email"] == "ada@example.org")
      // The refusal does not use up the link: it works after the address was restored.
      let change = try await mailbox.next(to: Self.address, .emailChanged)
      #expect(try await server.secure(change).status == 200)
      #expect(try await server.secure(notice).status == 200)
    }
  }
}
