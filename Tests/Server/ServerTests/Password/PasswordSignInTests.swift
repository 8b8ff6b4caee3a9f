import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardStore
import Encodings
import Testing

/// Passwords: sign-up, sign-in, change and reset.
@Suite struct PasswordSignInTests {
  @Test("A user signs up with an email address and a password, and signs in with them")
  func signUpAndSignIn() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.signUp("ada@example.com")
      #expect(challenge.status == 202)
      let code = try await mailbox.next(to: "ada@example.com", .signUpCode).code
      // Before the address is proven there is no user.
      #expect(
        try await codes.signIn("ada@example.com", password: TestCodes.password).code == "invalid_credentials")
      let session = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(challenge, code)))
      #expect(session.status == 200 && session["is_new_user"] == true)
      #expect(session.json["user"]?["has_password"] == true)
      #expect(try session.claims("access_token")["amr"] == ["otp"])
      let later = try await codes.signIn("ADA@example.com", password: TestCodes.password)
      #expect(later.status == 200 && later.json["user"]?["id"] == session.json["user"]?["id"])
      #expect(try later.claims("access_token")["amr"] == ["pwd"])
      #expect(try later.claims("access_token")["acr"] == "urn:doorward:acr:password")
    }
  }

  @Test("A user name signs up at once, and a user name that looks like it is refused")
  func userName() async throws {
    let settings: JSONObject = [
      "applications": [["id": "app", "password": ["identifiers": ["username"]]]]
    ]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let signUp = { (name: String) in
        try await server.api.send(
          .post, "/v1/password/sign-up",
          ["username": .string(name), "password": .string(TestCodes.password), "name": "Ada"])
      }
      let session = try await signUp("Lovelace")
      #expect(session.status == 200 && session.json["user"]?["username"] == "lovelace")
      #expect(session.json["user"]?["name"] == "Ada")
      #expect(try await signUp("lovelace").code == "username_taken")
      #expect(try await signUp("1ove1ace").code == "username_taken")
      #expect(try await signUp("admin").code == "username_reserved")
      let codes = try TestCodes(server, mailbox)
      #expect(try await codes.signIn("lovelace", password: TestCodes.password).status == 200)
      #expect(try await codes.signIn("lovelace", password: "another password").code == "invalid_credentials")
    }
  }

  @Test("An address and a user name are one account")
  func addressAndUserName() async throws {
    let settings: JSONObject = [
      "applications": [["id": "app", "password": ["identifiers": ["email", "username"]]]]
    ]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await server.api.send(
        .post, "/v1/password/sign-up",
        [
          "email": "ada@example.com", "username": "lovelace", "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ])
      let code = try await mailbox.next(to: "ada@example.com", .signUpCode).code
      let session = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(challenge, code)))
      #expect(session.json["user"]?["username"] == "lovelace")
      for identifier in ["ada@example.com", "lovelace"] {
        let answer = try await codes.signIn(identifier, password: TestCodes.password)
        #expect(answer.json["user"]?["id"] == session.json["user"]?["id"])
      }
    }
  }

  @Test("A sign-up with a known address answers as with a new one, and its owner gets a notice")
  func knownAddress() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      let again = try await codes.signUp("ada@example.com", "another long password")
      #expect(again.status == 202)
      _ = try await mailbox.next(to: "ada@example.com", .accountExists)
      #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
      #expect(
        try await codes.signIn("ada@example.com", password: "another long password").code
          == "invalid_credentials")
    }
  }

  @Test(
    "The rules refuse a password with a reason",
    arguments: [
      ("short", "password_too_short"), (String(repeating: "a", count: 300), "password_too_long"),
      ("ada@example.com is me", "password_contains_identifier"), ("", "password_too_short"),
      ("a password \u{0}\u{7} with a bell", "password_disallowed_character"),
    ])
  func refusedPassword(password: String, code: String) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let answer = try await TestCodes(server, mailbox).signUp("ada@example.com", password)
      #expect(answer.status == 422 && answer.code == code)
    }
  }

  @Test("A changed password ends the other sessions, and the user gets a notice (case 11)")
  func change() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let other = try await codes.signIn("ada@example.com", password: TestCodes.password)
      let change = { (current: String, new: String) in
        try await server.api.send(
          .post, "/v1/password/change", ["current_password": .string(current), "new_password": .string(new)],
          bearer: session.account)
      }
      #expect(try await change("not the password", "a new long password").code == "invalid_credentials")
      #expect(try await change(TestCodes.password, "short").code == "password_too_short")
      #expect(try await change(TestCodes.password, "a new long password").status == 204)
      _ = try await mailbox.next(to: "ada@example.com", .passwordChanged)
      #expect(try await server.api.send(.get, "/v1/user", bearer: other.account).status == 401)
      #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).status == 200)
      #expect(
        try await codes.signIn("ada@example.com", password: TestCodes.password).code == "invalid_credentials")
      #expect(try await codes.signIn("ada@example.com", password: "a new long password").status == 200)
    }
  }

  @Test("A change of the password needs a recent sign-in")
  func changeAfterAWhile() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let body: JSONValue = [
        "current_password": .string(TestCodes.password), "new_password": "a new long password",
      ]
      server.clock.advance(by: 601)
      let late = try await server.api.send(.post, "/v1/password/change", body, bearer: session.account)
      #expect(late.status == 401 && late.code == "insufficient_user_authentication")
      let again = try await codes.signIn("ada@example.com", password: TestCodes.password)
      let answer = try await server.api.send(.post, "/v1/password/change", body, bearer: again.account)
      #expect(answer.status == 204)
    }
  }

  @Test("A reset sets a new password with a code, and ends every session")
  func reset() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let challenge = try await codes.reset("ada@example.com")
      #expect(challenge.status == 202)
      let code = try await mailbox.next(to: "ada@example.com", .passwordReset).code
      #expect(try await codes.confirm(challenge, code, "short").code == "password_too_short")
      #expect(try await codes.confirm(challenge, TestCodes.wrong(code)).code == "invalid_code")
      let new = try await codes.confirm(challenge, code)
      #expect(new.status == 200 && new.json["user"]?["id"] == session.json["user"]?["id"])
      #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).status == 401)
      #expect(try await codes.signIn("ada@example.com", password: "a new long password").status == 200)
      #expect(try await codes.confirm(challenge, code).status == 401)
    }
  }

  @Test("A reset for an unknown user answers the same, and sends nothing (case 8)")
  func unknownReset() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      let known = try await codes.reset("ada@example.com")
      let unknown = try await codes.reset("eve@example.com")
      #expect(known.status == unknown.status && unknown.status == 202)
      #expect(known["challenge_id"].string?.count == unknown["challenge_id"].string?.count)
      #expect(try await codes.confirm(unknown, "123456").code == "invalid_code")
      #expect(!mailbox.all.contains { $0.recipient == "eve@example.com" })
    }
  }

  @Test("A change of the password makes pending codes and resets void (case 11)")
  func pendingCodes() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let signIn = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let reset = try await codes.reset("ada@example.com")
      let resetCode = try await mailbox.next(to: "ada@example.com", .passwordReset).code
      server.clock.advance(by: 1)
      let changed = try await server.api.send(
        .post, "/v1/password/change",
        ["current_password": .string(TestCodes.password), "new_password": "a new long password"],
        bearer: session.account)
      #expect(changed.status == 204)
      #expect(try await codes.signIn(signIn, code).code == "challenge_used")
      #expect(try await codes.confirm(reset, resetCode, "another long password").code == "challenge_used")
    }
  }

  @Test("A reset of the password makes pending codes and other resets void (case 11)")
  func pendingCodesAtAReset() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let signIn = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let change = try await codes.send(to: "new@example.com", purpose: "change", bearer: session.account)
      let changeCode = try await mailbox.next(to: "new@example.com", .changeAddress).code
      var resets: [(TestAPI.Answer, String)] = []
      for _ in 0..<2 {
        let reset = try await codes.reset("ada@example.com")
        resets.append((reset, try await mailbox.next(to: "ada@example.com", .passwordReset).code))
      }
      server.clock.advance(by: 1)
      let confirmed = try await codes.confirm(resets[0].0, resets[0].1)
      #expect(confirmed.status == 200)
      #expect(try await codes.signIn(signIn, code).code == "challenge_used")
      #expect(
        try await codes.confirm(resets[1].0, resets[1].1, "another long password").code == "challenge_used")
      let changed = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(change, changeCode)), bearer: confirmed.account)
      #expect(changed.code == "challenge_used")
    }
  }

  @Test("Wrong passwords of known and unknown users are counted and answered the same (case 8)")
  func wrongPasswords() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      var answers: [[String?]] = []
      for identifier in ["ada@example.com", "eve@example.com"] {
        var codesOfUser: [String?] = []
        for _ in 0..<6 {
          codesOfUser.append(try await codes.signIn(identifier, password: "not the password").code)
        }
        answers.append(codesOfUser)
      }
      #expect(answers[0] == answers[1])
      #expect(answers[0].last == "too_many_guesses")
      // The right password is refused too, until the pause is over.
      #expect(
        try await codes.signIn("ada@example.com", password: TestCodes.password).code == "too_many_guesses")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
    }
  }

  @Test("A refused sign-up uses up no code, and a refused new password is no guess")
  func refusalsAreFree() async throws {
    try await TestServer.runWithMail(["rate_limits": ["code_pause": 60]]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      #expect(try await codes.signUp("ada@example.com", "short").code == "password_too_short")
      let session = try await codes.registered("ada@example.com")
      for _ in 0..<6 {
        let answer = try await server.api.send(
          .post, "/v1/password/change",
          ["current_password": .string(TestCodes.password), "new_password": "short"], bearer: session.account)
        #expect(answer.code == "password_too_short")
      }
      #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
    }
  }

  @Test("A wallet user without an identifier gets no password")
  func noIdentifier() async throws {
    try await TestServer.runWithMail { server, _ in
      let session = try await EthereumTestWallet().signIn(server)
      let answer = try await server.api.send(
        .post, "/v1/password/change", ["new_password": "a new long password"], bearer: session.account)
      #expect(answer.status == 409 && answer.code == "identifier_required")
    }
  }

  @Test("A session belongs to the application of its token, and its checks too")
  func applicationOfTheToken() async throws {
    let settings: JSONObject = [
      "applications": [
        ["id": "one", "methods": ["password", "anonymous"]], ["id": "other", "methods": ["anonymous"]],
      ]
    ]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let field: HTTPFields = ["Doorward-Application": "other"]
      let visitor = try await server.api.send(.post, "/v1/anonymous", [:], fields: field)
      let answer = try await server.api.send(
        .post, "/v1/password/sign-up", ["email": "ada@example.com", "password": .string(TestCodes.password)],
        bearer: visitor.account)
      #expect(answer.code == "method_not_offered")
    }
  }

  @Test("Parallel resets with one code: exactly one succeeds (case 4)")
  func parallelReset() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      server.clock.advance(by: 1)
      let challenge = try await codes.reset("ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .passwordReset).code
      let statuses = try await inParallel(4) { index in
        try await codes.confirm(challenge, code, "a new long password \(index)").status
      }
      #expect(statuses.filter { $0 == 200 }.count == 1)
    }
  }

  @Test("Hashes of older parameters are replaced, also if two sign-ins do it at once")
  func rehash() async throws {
    let (directory, clock) = (try TemporaryDirectory(), TestClock())
    let limits: JSONObject = ["rate_limits": ["sign_in_per_minute": 1000]]
    let mailbox = TestMailbox()
    try await TestServer.run(limits, in: directory, mailbox: mailbox, clock: clock) { server in
      _ = try await TestCodes(server, mailbox).registered("ada@example.com")
    }
    var stronger = limits
    stronger["passwords"] = ["passes": 3]
    try await TestServer.run(stronger, in: directory, mailbox: mailbox, clock: clock) { server in
      let codes = try TestCodes(server, mailbox)
      let statuses = try await inParallel(4) {
        try await codes.signIn("ada@example.com", password: TestCodes.password).status
      }
      #expect(statuses == [200, 200, 200, 200])
      let session = try await codes.signIn("ada@example.com", password: TestCodes.password)
      let user = try #require(session["user"]["id"]?.string.flatMap { User.ID($0) })
      let hash = try await server.withStore { store in try await store.read { try $0.passwordHash(of: user) }
      }
      #expect(hash?.contains(",t=3,") == true)
    }
  }

  @Test("No log has a password (case 27)")
  func passwordIsInNoLog() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      _ = try await codes.signIn("ada@example.com", password: "not the password")
      await server.stop()
      #expect(!server.log.text.contains(TestCodes.password) && !server.log.text.contains("not the password"))
    }
  }
}

extension TestCodes {
  func reset(_ identifier: String) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/password/reset",
      ["identifier": .string(identifier), "binding": .string(binding.value)])
  }

  func confirm(
    _ challenge: TestAPI.Answer, _ code: String, _ password: String = "a new long password"
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/password/reset/confirm",
      .object(answer(challenge, code).merging(patch: ["new_password": .string(password)])))
  }
}
