import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Codes by email or SMS that a user has chosen as a second factor.
///
/// `default` offers codes by email and requires no second factor, `plain` offers none, and `bank` requires a second factor
/// and accepts codes by SMS only.
@Suite struct ChosenCodeTests {
  private static let email = "ada@example.com"
  private static let path = "/v1/second-factors/code"

  private struct Scene {
    let server: TestServer
    let codes: TestCodes
    /// A session that was opened before the choice.
    let session: TestAPI.Answer

    func firstStep(_ application: String = "default") async throws -> TestAPI.Answer {
      try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": .string(email), "password": .string(TestCodes.password)],
        fields: ["Doorward-Application": application])
    }

    func choose(_ channel: String = "email", _ bearer: String? = nil) async throws -> TestAPI.Answer {
      try await server.api.send(
        .post, path, ["channel": .string(channel)], bearer: bearer ?? session.account)
    }

    /// Sends the code of the second step.
    func sendCode(
      _ waiting: TestAPI.Answer, _ application: String = "default"
    ) async throws -> TestAPI.Answer {
      try await server.api.send(
        .post, "/v1/code/send",
        ["purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null],
        fields: ["Doorward-Application": application])
    }

    func verify(
      _ sent: TestAPI.Answer, _ code: String, _ application: String = "default"
    ) async throws -> TestAPI.Answer {
      try await server.api.send(
        .post, "/v1/second-factor/verify",
        ["challenge_id": sent["challenge_id"], "method": "code", "code": .string(code)],
        fields: ["Doorward-Application": application])
    }

    /// Signs in with the password and a code.
    func signIn(
      _ application: String = "default", codeTo address: String = email
    ) async throws -> TestAPI.Answer {
      let waiting = try await firstStep(application)
      #expect(waiting.code == "second_factor_required")
      let sent = try await sendCode(waiting, application)
      return try await verify(
        sent, codes.mailbox.next(to: address, .secondFactorCode).code, application)
    }

    func factors(_ session: TestAPI.Answer) async throws -> TestAPI.Answer {
      try await server.api.send(.get, "/v1/second-factors", bearer: session.account)
    }
  }

  private func withUser(_ body: (Scene) async throws -> Void) async throws {
    try await TestServer.runWithMail([
      "applications": [
        ["id": "default", "second_factor": ["codes": ["email"]]], ["id": "plain"],
        ["id": "bank", "second_factor": ["required": true, "codes": ["sms"]]],
      ]
    ]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.email)
      server.clock.advance(by: 1)
      try await body(Scene(server: server, codes: codes, session: session))
    }
  }

  @Test("The choice answers the factor and recovery codes, and the user gets a notice")
  func choice() async throws {
    try await withUser { scene in
      let chosen = try await scene.choose()
      #expect(chosen.status == 200 && chosen["type"] == "code" && chosen["channel"] == "email")
      #expect(chosen["recovery_codes"].array?.count == 10)
      let identity = scene.session["user"]["identities"]?.array?.first?["id"]
      #expect(identity != nil && chosen["identity_id"] == identity)
      let notice = try await scene.codes.mailbox.next(to: Self.email, .secondFactorAdded)
      #expect(notice.text.contains("Codes by email"))
      // A repetition changes nothing, and shows no recovery codes.
      let again = try await scene.choose()
      #expect(again.status == 200 && again["id"] == chosen["id"] && again["recovery_codes"] == .null)
      let listed = try await scene.factors(scene.session)
      #expect(listed["items"].array?.map { $0["id"] } == [chosen["id"]])
      #expect(listed["recovery_codes_left"] == 10)
      let configuration = try await scene.server.api.send(.get, "/v1/config")
      #expect(configuration["second_factor_codes"] == ["email"])
    }
  }

  @Test("A sign-in asks for the code in every application that requires no other factor")
  func signIn() async throws {
    try await withUser { scene in
      _ = try await scene.choose()
      for application in ["default", "plain"] {
        let waiting = try await scene.firstStep(application)
        #expect(waiting["second_factor"]["methods"] == ["recovery_code", "code"])
        let sent = try await scene.sendCode(waiting, application)
        #expect(sent.status == 202 && sent["channels"] == ["email"])
        let code = try await scene.codes.mailbox.next(to: Self.email, .secondFactorCode).code
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
    try await withUser { scene in
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
    try await withUser { scene in
      _ = try await scene.choose()
      let session = try await scene.codes.signIn(Self.email)
      #expect(session.status == 200)
      let answer = try await scene.server.api.send(
        .post, "/v1/second-factors/totp", [:], bearer: session.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }

  @Test("A session without the code changes nothing, and one with the code does")
  func stepUp() async throws {
    try await withUser { scene in
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
          "email": .string(Self.email), "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ], fields: plain)
      let body = try await codes.answer(signUp, mailbox.next(to: Self.email, .signUpCode).code)
      let owner = try await server.api.send(.post, "/v1/code/verify", .object(body), fields: plain)
      server.clock.advance(by: 1)
      let scene = Scene(server: server, codes: codes, session: owner)
      let session = try await scene.signIn()
      #expect(session.status == 200)
      _ = try await TestAuthenticator.add(server, bearer: owner.account)
      let answer = try await scene.choose("email", session.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }

  @Test("Without the factor the password alone signs in, and the sessions with the code have ended")
  func removal() async throws {
    try await withUser { scene in
      let id = try await scene.choose()["id"].string ?? ""
      let (kept, other) = (try await scene.signIn(), try await scene.signIn("plain"))
      let removal = try await scene.server.api.send(
        .delete, "/v1/second-factors/\(id)", bearer: kept.account)
      #expect(removal.status == 204)
      let notice = try await scene.codes.mailbox.next(to: Self.email, .secondFactorRemoved)
      #expect(notice.text.contains("Codes by email"))
      #expect(try await scene.server.isLive(kept))
      #expect(try await !scene.server.isLive(other))
      let session = try await scene.firstStep()
      #expect(session.status == 200)
      #expect(try await scene.factors(session)["recovery_codes_left"] == 0)
    }
  }

  @Test("The link of the notice removes the factor")
  func undo() async throws {
    try await withUser { scene in
      _ = try await scene.choose()
      let notice = try await scene.codes.mailbox.next(to: Self.email, .secondFactorAdded)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "remove_second_factor")
      scene.server.clock.advance(by: 1)
      let session = try await scene.codes.signIn(Self.email)
      #expect(try await scene.factors(session)["items"] == [])
    }
  }

  @Test("A new address takes the place of the old one, and the link of the notice brings the old one back")
  func changedAddress() async throws {
    try await withUser { scene in
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(scene.server, scene.session.account).status == 200)
      let id = try await scene.choose()["id"]
      scene.server.clock.advance(by: 1)
      let session = try await scene.signIn()
      let changed = try await scene.codes.set(
        "new@example.com", purpose: "change", .changeAddress, session.account)
      #expect(changed["email"] == "new@example.com")
      let factors = try await scene.factors(session)
      #expect(factors["items"].array?.map { $0["id"] } == [id] && factors["recovery_codes_left"] == 10)
      // The session keeps its proof.
      #expect(
        try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account).status
          == 200)
      scene.server.clock.advance(by: 1)
      let waiting = try await scene.server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": "new@example.com", "password": .string(TestCodes.password)])
      let sent = try await scene.sendCode(waiting)
      let code = try await scene.codes.mailbox.next(to: "new@example.com", .secondFactorCode).code
      #expect(try await scene.verify(sent, code).status == 200)

      let notice = try await scene.codes.mailbox.next(to: Self.email, .emailChanged)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "restore_email")
      scene.server.clock.advance(by: 1)
      let owner = try await scene.codes.signIn(Self.email)
      let restored = try await scene.factors(owner)["items"].array?.first
      #expect(restored?["id"] == id)
      let email = owner["user"]["identities"]?.array?.first { $0["type"] == "email" }
      #expect(restored?["identity_id"] == email?["id"])
      // An attacker may have got the codes.
      #expect(try await scene.factors(owner)["recovery_codes_left"] == 0)
    }
  }

  /// Removes the address of the codes in a session that has proven them, and returns the notice.
  private func removeAddress(_ scene: Scene, _ session: TestAPI.Answer) async throws -> TestMailbox.Message {
    let identities = session["user"]["identities"]?.array
    let address = try #require(identities?.first { $0["type"] == "email" }?["id"]?.string)
    let removal = try await scene.server.api.send(
      .delete, "/v1/user/identities/\(address)", bearer: session.account)
    #expect(removal.status == 204)
    return try await scene.codes.mailbox.next(to: Self.email, .emailChanged)
  }

  @Test("The link that restores a removed address restores its codes as the only second factor")
  func removedAddress() async throws {
    try await withUser { scene in
      let (wallet, binding) = (EthereumTestWallet(), try TestBinding())
      #expect(try await wallet.link(scene.server, scene.session.account).status == 200)
      let id = try await scene.choose()["id"]
      scene.server.clock.advance(by: 1)
      let notice = try await removeAddress(scene, scene.signIn())
      let without = try await wallet.signIn(scene.server)
      #expect(try await scene.factors(without)["items"] == [])
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "restore_email")
      let waiting = try await wallet.firstStep(scene.server, binding)
      #expect(waiting["second_factor"]["methods"] == ["code"])
      scene.server.clock.advance(by: 1)
      let owner = try await scene.codes.signIn(Self.email)
      #expect(try await scene.factors(owner)["items"].array?.map { $0["id"] } == [id])
      #expect(
        try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: owner.account).code
          == "insufficient_user_authentication")
    }
  }

  @Test("The link that restores a removed address restores no codes beside another second factor")
  func removedAddressBesideAnotherFactor() async throws {
    try await withUser { scene in
      let (wallet, binding) = (EthereumTestWallet(), try TestBinding())
      #expect(try await wallet.link(scene.server, scene.session.account).status == 200)
      _ = try await scene.choose()
      scene.server.clock.advance(by: 1)
      let session = try await scene.signIn()
      _ = try await TestAuthenticator.add(scene.server, bearer: session.account)
      // The link removes what was added since the removal.
      scene.server.clock.advance(by: 1)
      let notice = try await removeAddress(scene, session)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice)["undoes"] == "restore_email")
      let waiting = try await wallet.firstStep(scene.server, binding)
      #expect(waiting["second_factor"]["methods"] == ["totp"])
    }
  }

  @Test("Codes that do not work in the application, without recovery codes, refuse the sign-in and the reset")
  func unavailable() async throws {
    try await withUser { scene in
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
        ["identifier": .string(Self.email), "binding": .string(codes.binding.value)])
      var body = codes.answer(challenge, try await codes.mailbox.next(to: Self.email, .passwordReset).code)
      body["new_password"] = "a new password of the attacker"
      let reset = try await server.api.send(.post, "/v1/password/reset/confirm", .object(body))
      #expect(reset.status == 403 && reset.code == "second_factor_unavailable")
      #expect(try await scene.firstStep().code == "second_factor_required")
    }
  }

  @Test("A sign-in by the first factor alone withdraws the second one from the session that it renews")
  func renewalByTheFirstFactor() async throws {
    try await withUser { scene in
      _ = try await scene.choose()
      let session = try await scene.signIn()
      #expect(try session.claims("access_token")["acr"] == "urn:doorward:acr:second-factor-code")
      let challenge = try await scene.codes.send(to: Self.email)
      let renewed = try await scene.codes.signIn(
        challenge, scene.codes.mailbox.next(to: Self.email, .signInCode).code, bearer: session.account)
      #expect(renewed["session_id"] == session["session_id"])
      let claims = try renewed.claims("access_token")
      #expect(claims["acr"] == "urn:doorward:acr:email-code" && claims["amr"] == ["otp"])
      let answer = try await scene.server.api.send(
        .post, "/v1/recovery-codes", [:], bearer: renewed.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }

  @Test("A backend that removes lost factors announces each kind of factor")
  func lostFactors() async throws {
    try await withUser { scene in
      let id = try #require(scene.session["user"]["id"]?.string)
      _ = try await TestAuthenticator.add(scene.server, bearer: scene.session.account)
      #expect(try await scene.choose().status == 200)
      let removal = try await scene.server.listening.send(
        .delete, "/v1/users/\(id)/second-factors", bearer: scene.server.apiKey())
      #expect(removal.status == 204)
      var texts: [String] = []
      for _ in 0..<2 {
        texts.append(try await scene.codes.mailbox.next(to: Self.email, .secondFactorRemoved).text)
      }
      for name in ["Authenticator app", "Codes by email"] {
        #expect(texts.contains { $0.contains(name) }, "\(name)")
      }
    }
  }

  @Test("The address of the codes does not become the only way to sign in")
  func lastAlternative() async throws {
    try await withUser { scene in
      let (wallet, email) = (EthereumTestWallet(), "bob@example.com")
      let signedUp = try await wallet.signIn(scene.server)
      let added = try await scene.codes.set(email, purpose: "verify", .verifyAddress, signedUp.account)
      #expect(added["email"] == .string(email))
      #expect(try await scene.choose("email", signedUp.account).status == 200)
      scene.server.clock.advance(by: 1)
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(scene.server, binding)
      let sent = try await scene.server.api.send(
        .post, "/v1/code/send",
        [
          "purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null,
          "binding_secret": .string(binding.secret),
        ])
      let session = try await scene.server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": sent["challenge_id"], "method": "code", "binding_secret": .string(binding.secret),
          "code": .string(try await scene.codes.mailbox.next(to: email, .secondFactorCode).code),
        ])
      #expect(session.status == 200)
      let removal = try await scene.server.api.send(
        .delete, "/v1/user/identities/\(session.identity(wallet))", bearer: session.account)
      #expect(removal.status == 409 && removal.code == "last_identity")
    }
  }

  @Test("A link that removes the password ends codes to the only address")
  func securedAccount() async throws {
    try await withUser { scene in
      _ = try await scene.choose()
      _ = try await scene.codes.mailbox.next(to: Self.email, .secondFactorAdded)
      scene.server.clock.advance(by: 1)
      let session = try await scene.signIn()
      let codes = try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account)
      #expect(codes.status == 200)
      let notice = try await scene.codes.mailbox.next(to: Self.email, .recoveryCodesReplaced)
      scene.server.clock.advance(by: 1)
      #expect(try await scene.server.secure(notice).status == 200)
      scene.server.clock.advance(by: 1)
      let owner = try await scene.codes.signIn(Self.email)
      let factors = try await scene.factors(owner)
      #expect(factors["items"] == [] && factors["recovery_codes_left"] == 0)
      // The owner can protect the account again.
      #expect(try await !TestAuthenticator.add(scene.server, bearer: owner.account).id.isEmpty)
    }
  }

  @Test("A channel that the application does not offer, and an address that does not suit, are refused")
  func refusals() async throws {
    try await withUser { scene in
      for channel in ["sms", "pigeon"] {
        let refused = try await scene.choose(channel)
        #expect(refused.status == 403 && refused.code == "channel_not_offered")
      }
      let wallet = try await EthereumTestWallet().signIn(scene.server)
      #expect(try await scene.choose("email", wallet.account).code == "unsuitable_address")
      // A user without a password, who signs in with codes to the address only.
      let alone = try await scene.codes.signIn("eve@example.com")
      let refused = try await scene.choose("email", alone.account)
      #expect(refused.status == 409 && refused.code == "unsuitable_address")
      scene.server.clock.advance(by: 660)
      #expect(try await scene.choose().code == "insufficient_user_authentication")
    }
  }
}
