import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import Encodings
import Testing

/// Sign-ins to an application that requires a second factor.
@Suite struct RequiredSecondFactorTests {
  private let email = "ada@example.com"

  private func settings(_ codes: JSONValue = []) -> JSONObject {
    ["applications": [["id": "default", "second_factor": ["required": true, "codes": codes]]]]
  }

  private func finish(
    _ server: TestServer, _ challenge: TestAPI.Answer, _ code: String, method: String = "totp",
    binding: TestBinding? = nil, bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var body: JSONObject = [
      "challenge_id": challenge["challenge_id"], "method": .string(method), "code": .string(code),
    ]
    body["binding_secret"] = (binding?.secret).map(JSONValue.string)
    return try await server.api.send(
      .post, "/v1/second-factor/verify", .object(body), bearer: bearer, fields: fields)
  }

  @Test("A new user is stored with the authenticator, and not before")
  func signUp() async throws {
    try await TestServer.run(settings()) { server in
      let wallet = EthereumTestWallet()
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(server, binding)
      #expect(waiting.status == 401 && waiting.code == "second_factor_required")
      #expect(waiting["second_factor"]["methods"] == [])
      #expect(waiting["second_factor"]["enrollment_methods"] == ["totp", "passkey"])
      let (begun, authenticator) = try await TestAuthenticator.enroll(server, in: waiting, binding: binding)
      #expect(begun["qr_code"].string?.hasPrefix("<svg") == true)
      let wrong = try authenticator.wrongCode()
      #expect(try await finish(server, begun, wrong, binding: binding).code == "invalid_code")
      // Another client has the challenge without its secret.
      let right = try authenticator.code()
      #expect(try await finish(server, begun, right, binding: TestBinding()).code == "invalid_challenge")
      let signedIn = try await finish(server, begun, right, binding: binding)
      #expect(signedIn.status == 200 && signedIn["is_new_user"] == true)
      #expect(signedIn["recovery_codes"].array?.count == 10)
      let claims = try signedIn.claims("access_token")
      #expect(claims["amr"] == ["siwe", "otp"] && claims["acr"] == "urn:doorward:acr:second-factor")
      #expect(try await finish(server, begun, right, binding: binding).code == "challenge_used")

      let again = try await wallet.firstStep(server, binding)
      #expect(again["second_factor"]["methods"] == ["totp", "recovery_code"])
      #expect(again["second_factor"]["enrollment_methods"] == nil)
      let known = try await server.api.verify(again, authenticator.nextCode(), binding: binding)
      #expect(known["user"]["id"] == signedIn["user"]["id"] && known["is_new_user"] == false)
    }
  }

  @Test("A user from before the policy adds an authenticator and gets a notice")
  func knownUser() async throws {
    try await TestServer.runWithMail([
      "applications": [["id": "default"], ["id": "bank", "second_factor": ["required": true]]]
    ]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(email)
      let waiting = try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": .string(email), "password": .string(TestCodes.password)],
        fields: ["Doorward-Application": "bank"])
      #expect(waiting["second_factor"]["methods"] == [])
      let begun = try await server.api.send(
        .post, "/v1/second-factor/enroll",
        ["challenge_id": waiting["second_factor"]["challenge_id"] ?? .null],
        fields: ["Doorward-Application": "bank"])
      let authenticator = TestAuthenticator(
        secret: try Base32.decode(begun["secret"].string ?? "", padded: false), clock: server.clock, id: "",
        recoveryCodes: [])
      // The challenge belongs to the application.
      #expect(try await finish(server, begun, authenticator.code()).code == "invalid_challenge")
      let signedIn = try await finish(
        server, begun, authenticator.code(), fields: ["Doorward-Application": "bank"])
      #expect(signedIn["user"]["id"] == session["user"]["id"])
      _ = try await mailbox.next(to: email, .secondFactorAdded)
    }
  }

  @Test("Of two authenticators that are added at the same time one stays")
  func twoEnrollments() async throws {
    try await TestServer.run(settings()) { server in
      let wallet = EthereumTestWallet()
      let binding = try TestBinding()
      var begun: [(TestAPI.Answer, TestAuthenticator)] = []
      for _ in 0..<4 {
        begun.append(
          try await TestAuthenticator.enroll(
            server, in: wallet.firstStep(server, binding), binding: binding))
      }
      let steps = begun
      let answers = try await inParallel(4) {
        try await finish(server, steps[$0].0, steps[$0].1.code(), binding: binding).status
      }
      #expect(answers.filter { $0 == 200 }.count == 1)
    }
  }

  @Test("A user with a second factor cannot add one during a sign-in")
  func noEnrollmentInsteadOfProof() async throws {
    try await TestServer.run(settings()) { server in
      let wallet = EthereumTestWallet()
      let binding = try TestBinding()
      let (begun, authenticator) = try await TestAuthenticator.enroll(
        server, in: wallet.firstStep(server, binding), binding: binding)
      _ = try await finish(server, begun, authenticator.code(), binding: binding)
      let waiting = try await wallet.firstStep(server, binding)
      let refused = try await server.api.send(
        .post, "/v1/second-factor/enroll",
        [
          "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null,
          "binding_secret": .string(binding.secret),
        ])
      #expect(refused.status == 400 && refused.code == "invalid_method")
    }
  }

  @Test("An anonymous user registers with both factors, and gains nothing by the first")
  func anonymousUser() async throws {
    try await TestServer.run([
      "applications": [
        ["id": "default", "methods": ["siwe", "anonymous"], "second_factor": ["required": true]]
      ]
    ]) { server in
      let anonymous = try await server.api.send(.post, "/v1/anonymous", [:])
      let wallet = EthereumTestWallet()
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(server, binding, bearer: anonymous.account)
      #expect(waiting.code == "second_factor_required")
      let user = try await server.api.send(.get, "/v1/user", bearer: anonymous.account)
      #expect(user["kind"] == "anonymous" && user["identities"] == [])
      let (begun, authenticator) = try await TestAuthenticator.enroll(server, in: waiting, binding: binding)
      let signedIn = try await finish(
        server, begun, authenticator.code(), binding: binding, bearer: anonymous.account)
      #expect(signedIn["user"]["id"] == anonymous["user"]["id"] && signedIn["user"]["kind"] == "registered")
      #expect(try await server.api.send(.get, "/v1/user", bearer: anonymous.account).status == 401)
    }
  }

  @Test("A repeated request gets the same session and the same recovery codes")
  func repetition() async throws {
    try await TestServer.run(settings()) { server in
      let binding = try TestBinding()
      let (begun, authenticator) = try await TestAuthenticator.enroll(
        server, in: EthereumTestWallet().firstStep(server, binding), binding: binding)
      let fields: HTTPFields = ["Idempotency-Key": "once"]
      let code = try authenticator.code()
      let first = try await finish(server, begun, code, binding: binding, fields: fields)
      let again = try await finish(server, begun, code, binding: binding, fields: fields)
      #expect(first.status == 200 && again["session_id"] == first["session_id"])
      #expect(again["recovery_codes"].array?.count == 10)
      #expect(again["recovery_codes"] == first["recovery_codes"])
    }
  }

  // MARK: Codes

  private func withPasswordUser(
    codes channels: JSONValue,
    _ body: (TestServer, TestCodes, _ waiting: TestAPI.Answer) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail([
      "applications": [
        ["id": "default", "second_factor": ["required": true, "codes": channels]], ["id": "open"],
      ]
    ]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let open: HTTPFields = ["Doorward-Application": "open"]
      let signUp = try await server.api.send(
        .post, "/v1/password/sign-up",
        [
          "email": .string(email), "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ], fields: open)
      let code = try await mailbox.next(to: email, .signUpCode).code
      let session = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(signUp, code)), fields: open)
      #expect(session.status == 200)
      try await body(server, codes, codes.signIn(email, password: TestCodes.password))
    }
  }

  private func send(
    _ server: TestServer, _ waiting: JSONValue?, channel: String? = nil
  ) async throws -> TestAPI.Answer {
    var body: JSONObject = ["purpose": "second_factor", "challenge_id": waiting ?? .null]
    body["channel"] = channel.map(JSONValue.string)
    return try await server.api.send(.post, "/v1/code/send", .object(body))
  }

  @Test("A code by email is a second factor after a password, with a lower assurance")
  func codeByEmail() async throws {
    try await withPasswordUser(codes: ["email"]) { server, codes, waiting in
      #expect(waiting["second_factor"]["methods"] == ["code"])
      let challenge = waiting["second_factor"]["challenge_id"]
      let sent = try await send(server, challenge)
      #expect(sent.status == 202 && sent["sent_to"] == "a•••@example.com" && sent["channel"] == "email")
      #expect(sent["channels"] == ["email"])
      let code = try await codes.mailbox.next(to: email, .secondFactorCode).code
      #expect(try await finish(server, sent, code, method: "totp").code == "invalid_method")
      // The challenge from before the code takes no code.
      let early = try await server.api.verify(waiting, code, method: "code")
      #expect(early.code == "invalid_challenge")
      #expect(try await finish(server, sent, TestCodes.wrong(code), method: "code").code == "invalid_code")
      let signedIn = try await finish(server, sent, code, method: "code")
      let claims = try signedIn.claims("access_token")
      #expect(claims["acr"] == "urn:doorward:acr:second-factor-code" && claims["amr"] == ["pwd", "otp"])
      #expect(try await finish(server, sent, code, method: "code").code == "challenge_used")
    }
  }

  @Test("A code for a second factor serves no other purpose, and no other code serves as one (case 7)")
  func purposes() async throws {
    try await withPasswordUser(codes: ["email"]) { server, codes, waiting in
      let sent = try await send(server, waiting["second_factor"]["challenge_id"])
      let code = try await codes.mailbox.next(to: email, .secondFactorCode).code
      #expect(try await codes.signIn(sent, code).code == "invalid_challenge")
      let other = try await codes.send(to: email)
      let otherCode = try await codes.mailbox.next(to: email, .signInCode).code
      #expect(try await finish(server, other, otherCode, method: "code").code == "invalid_challenge")
    }
  }

  @Test("A new code replaces the one before, and the guesses of both count together (case 6)")
  func resending() async throws {
    try await withPasswordUser(codes: ["email"]) { server, codes, waiting in
      let first = try await send(server, waiting["second_factor"]["challenge_id"])
      let old = try await codes.mailbox.next(to: email, .secondFactorCode).code
      for _ in 0..<3 {
        #expect(try await finish(server, first, TestCodes.wrong(old), method: "code").code == "invalid_code")
      }
      let second = try await send(server, first["challenge_id"])
      let new = try await codes.mailbox.next(to: email, .secondFactorCode).code
      for _ in 0..<2 {
        #expect(try await finish(server, second, TestCodes.wrong(new), method: "code").code == "invalid_code")
      }
      server.clock.advance(by: 60)
      #expect(try await finish(server, second, new, method: "code").code == "code_exhausted")
    }
  }

  @Test("The channel of the first factor is no second factor (case 31)")
  func sameChannel() async throws {
    try await withPasswordUser(codes: ["email"]) { server, codes, _ in
      let challenge = try await codes.send(to: email)
      let waiting = try await codes.signIn(
        challenge, codes.mailbox.next(to: email, .signInCode).code)
      #expect(waiting.code == "second_factor_required" && waiting["second_factor"]["methods"] == [])
      #expect(waiting["second_factor"]["enrollment_methods"] == ["totp", "passkey"])
    }
  }

  @Test("A code is refused if the application accepts no codes, or does not list the channel")
  func channels() async throws {
    try await withPasswordUser(codes: []) { server, _, waiting in
      #expect(waiting["second_factor"]["methods"] == [])
      let refused = try await send(server, waiting["second_factor"]["challenge_id"])
      #expect(refused.code == "invalid_method")
    }
    try await withPasswordUser(codes: ["email"]) { server, _, waiting in
      let refused = try await send(server, waiting["second_factor"]["challenge_id"], channel: "sms")
      #expect(refused.status == 403 && refused.code == "channel_not_offered")
    }
  }
}
