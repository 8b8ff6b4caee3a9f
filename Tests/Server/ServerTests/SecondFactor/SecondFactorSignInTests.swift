import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import Encodings
import Testing

/// The second step of a sign-in.
@Suite struct SecondFactorSignInTests {
  private let email = "ada@example.com"

  /// A user with an email address, a password and an authenticator.
  private func withUser(
    _ settings: JSONObject = JSONObject(),
    _ body: (TestServer, TestCodes, TestAuthenticator, TestAPI.Answer) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(email)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      server.clock.advance(by: 30)
      try await body(server, codes, authenticator, session)
    }
  }

  private func firstStep(_ codes: TestCodes) async throws -> TestAPI.Answer {
    try await codes.signIn(email, password: TestCodes.password)
  }

  @Test("A password and a code of the authenticator open a session with both methods")
  func passwordAndAuthenticator() async throws {
    try await withUser { server, codes, authenticator, session in
      let waiting = try await firstStep(codes)
      #expect(waiting.status == 401 && waiting.code == "second_factor_required")
      #expect(waiting["second_factor"]["methods"] == ["totp", "recovery_code"])
      #expect(waiting["access_token"] == .null)
      let signedIn = try await server.api.verify(waiting, authenticator.code())
      #expect(signedIn.status == 200)
      #expect(signedIn.json["user"]?["id"] == session.json["user"]?["id"])
      let claims = try signedIn.claims("access_token")
      #expect(claims["amr"] == ["pwd", "otp"] && claims["acr"] == "urn:doorward:acr:second-factor")
      #expect(try await server.api.verify(waiting, authenticator.nextCode()).code == "challenge_used")
    }
  }

  @Test("A wallet and a code of the authenticator open a session with both methods")
  func walletAndAuthenticator() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let authenticator = try await TestAuthenticator.add(server, bearer: wallet.signIn(server).account)
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(server, binding)
      #expect(waiting.code == "second_factor_required")
      let code = try authenticator.nextCode()
      // The second step needs the client that answered the challenge of the first.
      #expect(try await server.api.verify(waiting, code, binding: TestBinding()).code == "invalid_challenge")
      #expect(try await server.api.verify(waiting, code).code == "missing_member")
      let signedIn = try await server.api.verify(waiting, code, binding: binding)
      #expect(signedIn.status == 200)
      #expect(try signedIn.claims("access_token")["amr"] == ["siwe", "otp"])
    }
  }

  @Test("The page signs in with two factors")
  func page() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let authenticator = try await TestAuthenticator.add(server, bearer: wallet.signIn(server).account)
      let browser = TestBrowser(server)
      let waiting = try await wallet.signIn(browser)
      #expect(waiting.code == "second_factor_required")
      #expect(try await !browser.isSignedIn)
      let body: JSONValue = [
        "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "totp",
        "code": .string(try authenticator.nextCode()),
      ]
      let other = TestBrowser(server)
      #expect(try await other.send(.post, "/session/second-factor/verify", body).code == "invalid_challenge")
      // A waiting sign-in of the page gives no tokens.
      #expect(try await server.api.send(.post, "/v1/second-factor/verify", body).code == "invalid_challenge")
      #expect(try await browser.send(.post, "/session/second-factor/verify", body).status == 200)
      #expect(try await browser.isSignedIn)
    }
  }

  @Test("A code works once, also for two waiting sign-ins at the same time (case 33)")
  func codeOnce() async throws {
    try await withUser { server, codes, authenticator, _ in
      let code = try authenticator.code()
      var waiting: [TestAPI.Answer] = []
      for _ in 0..<4 { waiting.append(try await firstStep(codes)) }
      let steps = waiting
      let answers = try await inParallel(4) { try await server.api.verify(steps[$0], code).status }
      #expect(answers.filter { $0 == 200 }.count == 1)
      #expect(answers.filter { $0 == 401 }.count == 3)
    }
  }

  @Test("A waiting sign-in opens one session, also with different codes at the same time (case 4)")
  func requestOnce() async throws {
    try await withUser { server, codes, authenticator, _ in
      let waiting = try await firstStep(codes)
      let recovery = authenticator.recoveryCodes
      let answers = try await inParallel(4) {
        try await server.api.verify(waiting, recovery[$0], method: "recovery_code").status
      }
      #expect(answers.filter { $0 == 200 }.count == 1)
    }
  }

  @Test("The code that confirmed an authenticator signs in no user")
  func confirmationCode() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let authenticator = try await TestAuthenticator.add(server, bearer: wallet.signIn(server).account)
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(server, binding)
      #expect(
        try await server.api.verify(waiting, authenticator.code(), binding: binding).code == "invalid_code")
    }
  }

  @Test("A recovery code works once, and the user gets a notice")
  func recoveryCode() async throws {
    try await withUser { server, codes, authenticator, _ in
      let code = authenticator.recoveryCodes[3].lowercased()
      let signedIn = try await server.api.verify(firstStep(codes), code, method: "recovery_code")
      #expect(signedIn.status == 200)
      #expect(try signedIn.claims("access_token")["amr"] == ["pwd", "recovery_code"])
      _ = try await codes.mailbox.next(to: email, .recoveryCodeUsed)
      let again = try await server.api.verify(firstStep(codes), code, method: "recovery_code")
      #expect(again.code == "invalid_code")
      let list = try await server.api.send(.get, "/v1/second-factors", bearer: signedIn.account)
      #expect(list["recovery_codes_left"] == 9)
    }
  }

  @Test(
    "After five wrong codes the waiting sign-in is void, and a new one does not forget the guesses (case 6)")
  func guesses() async throws {
    try await withUser { server, codes, authenticator, _ in
      let waiting = try await firstStep(codes)
      let wrong = try authenticator.wrongCode()
      for _ in 0..<5 { #expect(try await server.api.verify(waiting, wrong).code == "invalid_code") }
      server.clock.advance(by: 60)
      #expect(try await server.api.verify(waiting, authenticator.code()).code == "code_exhausted")
      let next = try await firstStep(codes)
      #expect(try await server.api.verify(next, authenticator.wrongCode()).code == "invalid_code")
      let paused = try await server.api.verify(next, authenticator.code())
      #expect(paused.status == 429 && paused.code == "too_many_guesses")
      server.clock.advance(by: 60)
      #expect(try await server.api.verify(next, authenticator.code()).status == 200)
    }
  }

  @Test("A right password does not forget wrong passwords while the second factor is missing")
  func passwordGuesses() async throws {
    try await withUser { _, codes, _, _ in
      for _ in 0..<3 { _ = try await codes.signIn(email, password: "not the password") }
      #expect(try await firstStep(codes).code == "second_factor_required")
      #expect(try await firstStep(codes).code == "second_factor_required")
      #expect(try await firstStep(codes).code == "too_many_guesses")
    }
  }

  @Test("Guesses of passwords do not use up the guesses of the second factor (case 34)")
  func strangersGuesses() async throws {
    try await withUser { server, codes, authenticator, _ in
      let waiting = try await firstStep(codes)
      for _ in 0..<6 { _ = try await codes.signIn(email, password: "not the password") }
      #expect(try await server.api.verify(waiting, authenticator.code()).status == 200)
    }
  }

  @Test("A waiting sign-in belongs to its application")
  func otherApplication() async throws {
    try await withUser(["applications": [["id": "one"], ["id": "other"]]]) {
      server, codes, authenticator, _ in
      let waiting = try await firstStep(codes)
      let fields: HTTPFields = ["Doorward-Application": "other"]
      let answer = try await server.api.verify(waiting, authenticator.code(), fields: fields)
      #expect(answer.code == "invalid_challenge")
      #expect(try await server.api.verify(waiting, authenticator.code()).status == 200)
    }
  }

  @Test("A waiting sign-in is good for nothing else (cases 29 and 30)")
  func halfFinished() async throws {
    try await withUser { server, codes, authenticator, _ in
      let waiting = try await firstStep(codes)
      let text = try #require(waiting["second_factor"]["challenge_id"]?.string)
      for path in ["/v1/user", "/v1/second-factors", "/v1/sessions"] {
        #expect(try await server.api.send(.get, path, bearer: text).status == 401)
      }
      #expect(try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: text).status == 401)
      let body: JSONObject = [
        "challenge_id": .string(text), "code": .string(try authenticator.code()),
        "binding_secret": .string(codes.binding.secret), "new_password": "a new long password",
      ]
      for path in ["/v1/code/sign-in", "/v1/password/reset/confirm"] {
        #expect(try await server.api.send(.post, path, .object(body)).code == "invalid_challenge")
      }
      let refresh = try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(text)")
      #expect(refresh.status == 400)
      let method = try await server.api.verify(waiting, authenticator.code(), method: "pwd")
      #expect(method.status == 400 && method.code == "invalid_method")
    }
  }

  @Test("A waiting sign-in expires, and a change of the password makes it void (case 11)")
  func voidRequests() async throws {
    try await withUser { server, codes, authenticator, _ in
      let old = try await firstStep(codes)
      server.clock.advance(by: 600)
      #expect(try await server.api.verify(old, authenticator.code()).code == "challenge_expired")
      let recent = try await server.api.verify(firstStep(codes), authenticator.code())
      let waiting = try await firstStep(codes)
      server.clock.advance(by: 30)
      let changed = try await server.api.send(
        .post, "/v1/password/change",
        ["current_password": .string(TestCodes.password), "new_password": "a new long password"],
        bearer: recent.account)
      #expect(changed.status == 204)
      #expect(try await server.api.verify(waiting, authenticator.code()).code == "challenge_used")
    }
  }

  @Test("A reset changes the password only with the second factor")
  func reset() async throws {
    try await withUser { server, codes, authenticator, session in
      let challenge = try await codes.reset(email)
      let waiting = try await codes.confirm(
        challenge, codes.mailbox.next(to: email, .passwordReset).code, "a new long password")
      #expect(waiting.code == "second_factor_required")
      #expect(try await firstStep(codes).code == "second_factor_required")
      #expect(try await codes.signIn(email, password: "a new long password").code == "invalid_credentials")
      #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).status == 200)
      let wrong = try await server.api.verify(waiting, authenticator.wrongCode(), binding: codes.binding)
      #expect(wrong.code == "invalid_code")
      let signedIn = try await server.api.verify(waiting, authenticator.code(), binding: codes.binding)
      #expect(signedIn.status == 200)
      _ = try await codes.mailbox.next(to: email, .passwordChanged)
      #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).status == 401)
      #expect(try await server.api.send(.get, "/v1/user", bearer: signedIn.account).status == 200)
      #expect(try await firstStep(codes).code == "invalid_credentials")
      server.clock.advance(by: 30)
      let next = try await codes.signIn(email, password: "a new long password")
      #expect(next.code == "second_factor_required")
    }
  }

  @Test("A lost answer can be asked for again with the same key, and not with another one")
  func repetition() async throws {
    try await withUser { server, codes, authenticator, _ in
      let waiting = try await firstStep(codes)
      let code = try authenticator.code()
      let fields: HTTPFields = ["Idempotency-Key": "one"]
      let first = try await server.api.verify(waiting, code, fields: fields)
      let again = try await server.api.verify(waiting, code, fields: fields)
      #expect(first.status == 200 && again.status == 200)
      #expect(first["session_id"] == again["session_id"])
      let other = try await server.api.verify(waiting, code, fields: ["Idempotency-Key": "other"])
      #expect(other.status == 401)
    }
  }

  @Test("No answer and no log has a code or the secret (cases 27 and 33)")
  func secretsAreInNoLog() async throws {
    try await withUser { server, codes, authenticator, _ in
      let waiting = try await firstStep(codes)
      let code = try authenticator.code()
      let signedIn = try await server.api.verify(waiting, code)
      let list = try await server.api.send(.get, "/v1/second-factors", bearer: signedIn.account)
      let secret = Base32.encode(authenticator.secret, padded: false)
      for answer in [waiting, signedIn, list] {
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(secret))
      }
      await server.stop()
      #expect(!server.log.text.contains(secret) && !server.log.text.contains("\"\(code)\""))
      for code in authenticator.recoveryCodes { #expect(!server.log.text.contains(code)) }
    }
  }
}
