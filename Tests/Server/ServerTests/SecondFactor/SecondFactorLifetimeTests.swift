import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The rights of a session while second factors are added, removed and lost.
@Suite struct SecondFactorLifetimeTests {
  private let email = "ada@example.com"
  private let required: JSONObject = [
    "applications": [["id": "default", "second_factor": ["required": true]]]
  ]

  private func finish(
    _ server: TestServer, _ challenge: TestAPI.Answer, _ code: String, method: String = "totp",
    binding: TestBinding
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/second-factor/verify",
      [
        "challenge_id": challenge["challenge_id"], "method": .string(method), "code": .string(code),
        "binding_secret": .string(binding.secret),
      ])
  }

  private func refresh(_ server: TestServer, _ session: TestAPI.Answer) async throws -> TestAPI.Answer {
    try await server.listening.send(
      .post, "/v1/token", ["grant_type": "refresh_token", "refresh_token": session["refresh_token"]])
  }

  @Test("A session from before the second factor changes nothing that protects the account")
  func oldSession() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let old = try await codes.registered(email).account
      let new = try await codes.signIn(email, password: TestCodes.password).account
      let wallet = EthereumTestWallet()
      _ = try await wallet.link(server, old)
      let identities = try await server.api.send(.get, "/v1/user/identities", bearer: old)
      let identity = try #require(identities["items"][0]?["id"]?.string)
      _ = try await TestAuthenticator.add(server, bearer: new)
      let change: JSONValue = [
        "current_password": .string(TestCodes.password), "new_password": "another correct horse battery",
      ]
      let calls: [(HTTPMethod, String, JSONValue?)] = [
        (.post, "/v1/password/change", change), (.delete, "/v1/user/identities/\(identity)", nil),
        (.delete, "/v1/user", nil), (.patch, "/v1/user", ["username": "countess"]),
      ]
      for (method, path, body) in calls {
        let answer = try await server.api.send(method, path, body, bearer: old)
        #expect(answer.code == "insufficient_user_authentication", "\(path)")
      }
      #expect(try await EthereumTestWallet().link(server, old).code == "insufficient_user_authentication")
      let sent = try await codes.send(to: "new@example.com", purpose: "change", bearer: old)
      let verified = try await server.api.send(
        .post, "/v1/code/verify",
        .object(codes.answer(sent, mailbox.next(to: "new@example.com", .changeAddress).code)), bearer: old)
      #expect(verified.code == "insufficient_user_authentication")
      #expect(try await server.api.send(.post, "/v1/password/change", change, bearer: new).status == 204)
    }
  }

  @Test("Without the required second factor a session is not refreshed")
  func removedFactor() async throws {
    try await TestServer.run(required) { server in
      let wallet = EthereumTestWallet()
      let binding = try TestBinding()
      let (begun, authenticator) = try await TestAuthenticator.enroll(
        server, in: wallet.firstStep(server, binding), binding: binding)
      let session = try await finish(server, begun, authenticator.code(), binding: binding)
      let renewed = try await refresh(server, session)
      #expect(renewed.status == 200)
      let list = try await server.api.send(.get, "/v1/second-factors", bearer: session.account)
      let factor = try #require(list["items"][0]?["id"]?.string)
      let path = "/v1/second-factors/\(factor)"
      #expect(try await server.api.send(.delete, path, bearer: session.account).status == 204)
      #expect(try await refresh(server, renewed).code == "invalid_grant")
    }
  }

  @Test("Linking an identity does not register an anonymous user without the required second factor")
  func linkedIdentity() async throws {
    try await TestServer.run([
      "applications": [
        ["id": "default", "methods": ["siwe", "anonymous"], "second_factor": ["required": true]]
      ]
    ]) { server in
      let anonymous = try await server.api.send(.post, "/v1/anonymous", [:])
      let linked = try await EthereumTestWallet().link(server, anonymous.account)
      #expect(linked.status == 403 && linked.code == "sign_up_required")
      let user = try await server.api.send(.get, "/v1/user", bearer: anonymous.account)
      #expect(user["kind"] == "anonymous" && user["identities"] == [])
      // An anonymous session needs no second factor.
      #expect(try await refresh(server, anonymous).status == 200)
    }
  }

  @Test(
    "Requests for codes from unknown devices do not keep a user from the code of the second step (case 34)")
  func codesOfStrangers() async throws {
    var settings: JSONObject = [
      "applications": [
        ["id": "default", "second_factor": ["required": true, "codes": ["email"]]], ["id": "open"],
      ]
    ]
    settings["rate_limits"] = [
      "code_pause": 0, "code_per_hour_and_address": 2, "code_per_hour_and_network": 1000,
    ]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let open: HTTPFields = ["Doorward-Application": "open"]
      let challenge = try await server.api.send(
        .post, "/v1/password/sign-up",
        [
          "email": .string(email), "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ], fields: open)
      _ = try await server.api.send(
        .post, "/v1/code/verify",
        .object(codes.answer(challenge, mailbox.next(to: email, .signUpCode).code)), fields: open)
      while try await codes.send(to: email).status == 202 {}
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      let ask = {
        try await server.api.send(
          .post, "/v1/code/send",
          [
            "purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null,
          ])
      }
      #expect(try await ask().status == 202)
      #expect(try await ask().status == 202)
      #expect(try await ask().status == 429)
    }
  }

  @Test("A waiting sign-in takes no sent code once the user has an authenticator")
  func authenticatorAddedMeanwhile() async throws {
    try await TestServer.runWithMail([
      "applications": [
        ["id": "default", "second_factor": ["required": true, "codes": ["email"]]], ["id": "open"],
      ]
    ]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let open: HTTPFields = ["Doorward-Application": "open"]
      let challenge = try await server.api.send(
        .post, "/v1/password/sign-up",
        [
          "email": .string(email), "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ], fields: open)
      let owner = try await server.api.send(
        .post, "/v1/code/verify",
        .object(codes.answer(challenge, mailbox.next(to: email, .signUpCode).code)), fields: open)
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      let sent = try await server.api.send(
        .post, "/v1/code/send",
        ["purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null])
      let code = try await mailbox.next(to: email, .secondFactorCode).code
      _ = try await TestAuthenticator.add(server, bearer: owner.account)
      #expect(try await finish(server, sent, code, method: "code", binding: codes.binding).status == 401)
    }
  }

  @Test("The answer to a reset in two steps says that the user has a password")
  func resetInTwoSteps() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let account = try await codes.signIn(email).account
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let reset = try await server.api.send(
        .post, "/v1/password/reset",
        ["identifier": .string(email), "binding": .string(codes.binding.value)])
      var body = try await codes.answer(reset, mailbox.next(to: email, .passwordReset).code)
      body["new_password"] = .string(TestCodes.password)
      let waiting = try await server.api.send(.post, "/v1/password/reset/confirm", .object(body))
      #expect(waiting.code == "second_factor_required")
      let answer = try await server.api.verify(waiting, authenticator.nextCode(), binding: codes.binding)
      #expect(answer["user"]["has_password"] == true)
    }
  }

  @Test("A session keeps resting on the factor that has proven it")
  func secondAuthenticator() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let account = try await wallet.signIn(server).account
      let first = try await TestAuthenticator.add(server, bearer: account)
      let binding = try TestBinding()
      let other = try await server.api.verify(
        wallet.firstStep(server, binding), first.nextCode(), binding: binding)
      server.clock.advance(by: 30)
      _ = try await TestAuthenticator.add(server, bearer: other.account)
      let path = "/v1/second-factors/\(first.id)"
      #expect(try await server.api.send(.delete, path, bearer: account).status == 204)
      #expect(try await server.api.send(.get, "/v1/user", bearer: other.account).status == 401)
    }
  }

  @Test("New recovery codes end the sessions that an old code has opened")
  func replacedRecoveryCodes() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let account = try await wallet.signIn(server).account
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let binding = try TestBinding()
      let attacker = try await server.api.verify(
        wallet.firstStep(server, binding), authenticator.recoveryCodes[0], method: "recovery_code",
        binding: binding)
      #expect(try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: account).status == 200)
      #expect(try await server.api.send(.get, "/v1/user", bearer: attacker.account).status == 401)
      #expect(try await server.api.send(.get, "/v1/user", bearer: account).status == 200)
    }
  }

  @Test(
    "A backend and the operator remove the factors of a user who has lost them, and the user gets a notice")
  func lostFactors() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let key = try await server.apiKey()
      for byBackend in [true, false] {
        let session =
          try await byBackend
          ? codes.registered(email) : codes.signIn(email, password: TestCodes.password)
        let id = try #require(session["user"]["id"]?.string)
        _ = try await TestAuthenticator.add(server, bearer: session.account)
        #expect(
          try await codes.signIn(email, password: TestCodes.password).code == "second_factor_required")
        if byBackend {
          let path = "/v1/users/\(id)/second-factors"
          #expect(try await server.listening.send(.delete, path, bearer: key).status == 204)
        } else {
          try await server.administer { administration in
            let isKnown = try await administration.removeSecondFactors(of: email)
            #expect(isKnown)
          }
        }
        _ = try await mailbox.next(to: email, .secondFactorRemoved)
        #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).status == 401)
        #expect(try await codes.signIn(email, password: TestCodes.password).status == 200)
      }
      try await server.administer { administration in
        let isKnown = try await administration.removeSecondFactors(of: "eve@example.com")
        #expect(!isKnown)
      }
      let strange = "/v1/users/018f0000-0000-7000-8000-000000000000/second-factors"
      #expect(try await server.listening.send(.delete, strange, bearer: key).status == 404)
    }
  }

  @Test("The page signs a user in for a device by the policy of the device's application")
  func device() async throws {
    try await TestServer.run([
      "applications": [
        ["id": "default"],
        [
          "id": "tv", "name": "Example TV", "device_authorization": true,
          "second_factor": ["required": true],
        ],
      ]
    ]) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      try await wallet.signIn(browser)
      let device = try await TestDevice(server)
      let shown = try await device.find(browser)
      #expect(shown["next"] == "sign_in" && shown["reason"] == "second_factor")
      var proof =
        try await wallet.proof(browser, changing: ["ticket": shown["sign_in_ticket"]]).object ?? [:]
      proof["ticket"] = shown["sign_in_ticket"]
      let waiting = try await browser.send(.post, "/session/ethereum/sign-in", .object(proof))
      #expect(waiting.code == "second_factor_required")
    }
  }
}
