import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Sign-ins of a user who has chosen codes by email or SMS as a second factor.
@Suite struct ChosenCodeSignInTests {
  @Test("A sign-in asks for the code in every application that requires no other factor")
  func signIn() async throws {
    try await ChosenCodeScene.withUser { scene in
      _ = try await scene.choose()
      for application in ["default", "plain"] {
        let waiting = try await scene.firstStep(application)
        #expect(waiting["second_factor"]["methods"] == ["recovery_code", "code"])
        let sent = try await scene.sendCode(waiting, application)
        #expect(sent.status == 202 && sent["channels"] == ["email"])
        let code = try await scene.codes.mailbox.next(to: ChosenCodeScene.email, .secondFactorCode).code
        let wrong = try await scene.verify(sent, TestCodes.wrong(code), application)
        #expect(wrong.status == 401 && wrong.code == "invalid_code")
        let signedIn = try await scene.verify(sent, code, application)
        let claims = try signedIn.claims("access_token")
        #expect(claims["acr"] == "urn:doorward:acr:second-factor-code" && claims["amr"] == ["pwd", "otp"])
        #expect(try await scene.verify(sent, code, application).code == "challenge_used")
      }
    }
  }

  @Test("An application that requires a second factor accepts only the channels that it lists")
  func unlistedChannel() async throws {
    try await ChosenCodeScene.withUser { scene in
      let recovery = try await scene.choose()["recovery_codes"].array?.first?.string
      let waiting = try await scene.firstStep("bank")
      #expect(waiting["second_factor"]["methods"] == ["recovery_code"])
      #expect(try await scene.sendCode(waiting, "bank").code == "invalid_method")
      let bank: HTTPFields = ["Doorward-Application": "bank"]
      let proven = try await scene.server.api.verify(
        waiting, #require(recovery), method: "recovery_code", fields: bank)
      #expect(proven.status == 200)
    }
  }

  @Test("The first factor by the same channel is not followed by the code, and the session changes nothing")
  func sameChannel() async throws {
    try await ChosenCodeScene.withUser { scene in
      _ = try await scene.choose()
      let session = try await scene.codes.signIn(ChosenCodeScene.email)
      #expect(session.status == 200)
      let answer = try await scene.server.api.send(
        .post, "/v1/second-factors/totp", [:], bearer: session.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }

  @Test("A session without the code changes nothing, and one with the code does")
  func stepUp() async throws {
    try await ChosenCodeScene.withUser { scene in
      _ = try await scene.choose()
      let refused = try await scene.server.api.send(
        .post, "/v1/recovery-codes", [:], bearer: scene.session.account)
      #expect(refused.code == "insufficient_user_authentication")
      let challenge = refused.fields["WWW-Authenticate"] ?? ""
      #expect(
        challenge.contains(
          #"acr_values="urn:doorward:acr:second-factor urn:doorward:acr:second-factor-code""#))
      let proven = try await scene.signIn()
      let codes = try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: proven.account)
      #expect(codes.status == 200)
      let authenticator = try await TestAuthenticator.add(scene.server, bearer: proven.account)
      #expect(!authenticator.id.isEmpty)
      #expect(
        try await scene.firstStep()["second_factor"]["methods"] == ["totp", "recovery_code", "code"])
    }
  }

  @Test("A code that the application requires does not replace the factor that the user has set up")
  func codeOfThePolicy() async throws {
    try await TestServer.runWithMail([
      "applications": [
        ["id": "default", "second_factor": ["required": true, "codes": ["email"]]], ["id": "plain"],
      ]
    ]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let plain: HTTPFields = ["Doorward-Application": "plain"]
      let signUp = try await server.api.send(
        .post, "/v1/password/sign-up",
        [
          "email": .string(ChosenCodeScene.email), "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ], fields: plain)
      let body = try await codes.answer(signUp, mailbox.next(to: ChosenCodeScene.email, .signUpCode).code)
      let owner = try await server.api.send(.post, "/v1/code/verify", .object(body), fields: plain)
      server.clock.advance(by: 1)
      let scene = ChosenCodeScene(server: server, codes: codes, session: owner)
      let session = try await scene.signIn()
      #expect(session.status == 200)
      _ = try await TestAuthenticator.add(server, bearer: owner.account)
      let answer = try await scene.choose("email", session.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }

  @Test("A sign-in by the first factor alone withdraws the second one from the session that it renews")
  func renewalByTheFirstFactor() async throws {
    try await ChosenCodeScene.withUser { scene in
      _ = try await scene.choose()
      let session = try await scene.signIn()
      #expect(try session.claims("access_token")["acr"] == "urn:doorward:acr:second-factor-code")
      let challenge = try await scene.codes.send(to: ChosenCodeScene.email)
      let renewed = try await scene.codes.signIn(
        challenge, scene.codes.mailbox.next(to: ChosenCodeScene.email, .signInCode).code,
        bearer: session.account)
      #expect(renewed["session_id"] == session["session_id"])
      let claims = try renewed.claims("access_token")
      #expect(claims["acr"] == "urn:doorward:acr:email-code" && claims["amr"] == ["otp"])
      let answer = try await scene.server.api.send(
        .post, "/v1/recovery-codes", [:], bearer: renewed.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }

  @Test("Codes that do not work in the application, without recovery codes, refuse the sign-in and the reset")
  func unavailable() async throws {
    try await ChosenCodeScene.withUser { scene in
      let (server, codes) = (scene.server, scene.codes)
      let recovery = try await scene.choose()["recovery_codes"].array?.compactMap(\.string) ?? []
      for code in recovery {
        let waiting = try await scene.firstStep()
        #expect(try await server.api.verify(waiting, code, method: "recovery_code").status == 200)
      }
      let refused = try await scene.firstStep("bank")
      #expect(refused.status == 403 && refused.code == "second_factor_unavailable")
      // The code of the reset goes to the address of the second factor.
      let challenge = try await server.api.send(
        .post, "/v1/password/reset",
        ["identifier": .string(ChosenCodeScene.email), "binding": .string(codes.binding.value)])
      var body = codes.answer(
        challenge, try await codes.mailbox.next(to: ChosenCodeScene.email, .passwordReset).code)
      body["new_password"] = "a new password of the attacker"
      let reset = try await server.api.send(.post, "/v1/password/reset/confirm", .object(body))
      #expect(reset.status == 403 && reset.code == "second_factor_unavailable")
      #expect(try await scene.firstStep().code == "second_factor_required")
    }
  }
}
