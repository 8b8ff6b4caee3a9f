import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Users of three applications, of which `bank` requires a second factor, and `plain` offers no passkeys. A passkey that
/// protects a user in the bank protects the user in the others too. `NarrowedSecondFactorTests` try every such application.
@Suite struct SharedPasskeyFactorTests {
  private static let email = "ada@example.com"
  private static let bank: HTTPFields = ["Doorward-Application": "bank"]
  private static let plain: HTTPFields = ["Doorward-Application": "plain"]

  private struct Scene {
    let server: TestServer
    let mailbox: TestMailbox
    let codes: TestCodes
    /// A session of the application that requires no second factor, opened with the password alone.
    let session: TestAPI.Answer

    func firstStep(_ fields: HTTPFields = [:]) async throws -> TestAPI.Answer {
      try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": .string(email), "password": .string(TestCodes.password)], fields: fields)
    }

    /// Adds a passkey during a sign-in to the bank.
    func enroll(_ passkey: inout TestPasskey) async throws -> TestAPI.Answer {
      let challenge = try await firstStep(bank)["second_factor"]["challenge_id"] ?? .null
      let begun = try await server.api.send(
        .post, "/v1/second-factor/enroll", ["challenge_id": challenge, "method": "passkey"], fields: bank)
      _ = try passkey.registration(begun)
      return try await server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": begun["challenge_id"], "method": "passkey",
          "response": .object(passkey.authenticator.register()),
        ], fields: bank)
    }

    /// Proves a passkey as the second factor of a sign-in to the bank.
    func prove(
      _ passkey: inout TestPasskey, _ waiting: TestAPI.Answer, binding: TestBinding? = nil
    ) async throws -> TestAPI.Answer {
      let challenge = waiting["second_factor"]["passkey"]?["challenge"]?.string
      passkey.authenticator.challenge = try Base64URL.decode(#require(challenge))
      var body: JSONObject = [
        "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "passkey",
        "response": .object(try passkey.authenticator.authenticate()),
      ]
      body["binding_secret"] = (binding?.secret).map(JSONValue.string)
      return try await server.api.send(
        .post, "/v1/second-factor/verify", .object(body), fields: bank)
    }

    func factors(_ session: TestAPI.Answer) async throws -> TestAPI.Answer {
      try await server.api.send(.get, "/v1/second-factors", bearer: session.account)
    }
  }

  private func withUser(_ body: (Scene) async throws -> Void) async throws {
    let methods: JSONObject = ["methods": ["password", "code", "passkey"]]
    var settings = TestPasskey.settings(methods)
    let strict = TestPasskey.settings(
      methods.merging(patch: ["id": "bank", "second_factor": ["required": true]]))
    let plain: JSONValue = ["id": "plain", "methods": ["password", "code"]]
    settings["applications"] = .array(
      [settings, strict].flatMap { $0["applications"]?.array ?? [] } + [plain])
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      try await body(
        Scene(server: server, mailbox: mailbox, codes: codes, session: codes.registered(Self.email)))
    }
  }

  /// Expects that a session without the passkey changes nothing, and that a sign-in asks for the passkey.
  private func expectProtection(_ scene: Scene, _ known: TestPasskey) async throws {
    var passkey = known
    let server = scene.server
    for (method, path) in [(HTTPMethod.post, "/v1/second-factors/totp"), (.post, "/v1/recovery-codes")] {
      let answer = try await server.api.send(method, path, [:], bearer: scene.session.account)
      #expect(answer.status == 401 && answer.code == "insufficient_user_authentication", "\(path)")
    }
    let list = try await server.api.send(.get, "/v1/passkeys", bearer: scene.session.account)
    let id = try #require(list["items"].array?.first?["id"]?.string)
    let removal = try await server.api.send(.delete, "/v1/passkeys/\(id)", bearer: scene.session.account)
    #expect(removal.status == 401)

    let waiting = try await scene.firstStep()
    #expect(waiting.code == "second_factor_required")
    #expect(waiting["second_factor"]["methods"]?.array?.first == "passkey")
    let proven = try await passkey.verify(waiting)
    #expect(proven.status == 200)
    // The session with the passkey may add another factor.
    #expect(try await !TestAuthenticator.add(server, bearer: proven.account).id.isEmpty)
  }

  @Test("A passkey that was added during a sign-in protects the user in every application")
  func addedPasskey() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server, isVerifying: false)
      let added = try await scene.enroll(&passkey)
      #expect(added["recovery_codes"].array?.count == 10)
      let factors = try await scene.factors(added)
      #expect(factors["items"].array?.map { $0["type"] } == ["passkey"])
      #expect(factors["recovery_codes_left"] == 10)
      try await expectProtection(scene, passkey)
    }
  }

  @Test("A passkey that was a second factor once protects the user in every application")
  func usedPasskey() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server)
      #expect(try await passkey.add(to: scene.session.account).status == 200)
      #expect(try await scene.firstStep().status == 200)
      #expect(try await scene.factors(scene.session)["items"] == [])
      let proven = try await scene.prove(&passkey, scene.firstStep(Self.bank))
      #expect(proven.status == 200)
      #expect(try await scene.mailbox.next(to: Self.email, .secondFactorAdded).text.contains("Passkey"))
      try await expectProtection(scene, passkey)
    }
  }

  @Test("Of parallel first uses of a passkey as a second factor, only the one that is stored is announced")
  func parallelFirstUses() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server)
      #expect(try await passkey.add(to: scene.session.account).status == 200)
      _ = try await scene.mailbox.next(to: Self.email, .signInMethodAdded)
      var waiting: [TestAPI.Answer] = []
      for _ in 0..<4 { waiting.append(try await scene.firstStep(Self.bank)) }
      let (known, steps) = (passkey, waiting)
      let answers = try await inParallel(4) {
        var copy = known
        return try await scene.prove(&copy, steps[$0])
      }
      let refused = Set(answers.filter { $0.status != 200 }.map { $0.code ?? "" })
      #expect(answers.contains { $0.status == 200 } && refused.isSubset(of: ["challenge_used"]))
      _ = try await scene.mailbox.next(to: Self.email, .secondFactorAdded)
      // A later notice arrives after all notices of the sign-ins.
      let session = try #require(answers.first { $0.status == 200 })
      let codes = try await scene.server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account)
      #expect(codes.status == 200)
      _ = try await scene.mailbox.next(to: Self.email, .recoveryCodesReplaced)
      #expect(!scene.mailbox.all.contains { $0.kind == .secondFactorAdded })
    }
  }

  @Test("Where the passkey does not work, a sign-in and a reset need a recovery code")
  func applicationWithoutPasskeys() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server)
      let codes = try await scene.enroll(&passkey)["recovery_codes"].array?.compactMap(\.string) ?? []
      let waiting = try await scene.firstStep(Self.plain)
      #expect(waiting["second_factor"]["methods"] == ["recovery_code"])

      let challenge = try await scene.server.api.send(
        .post, "/v1/password/reset",
        ["identifier": .string(Self.email), "binding": .string(scene.codes.binding.value)],
        fields: Self.plain)
      let code = try await scene.mailbox.next(to: Self.email, .passwordReset).code
      var body = scene.codes.answer(challenge, code)
      body["new_password"] = "a new password of the attacker"
      let reset = try await scene.server.api.send(
        .post, "/v1/password/reset/confirm", .object(body), fields: Self.plain)
      #expect(reset["second_factor"]["methods"] == ["recovery_code"])
      #expect(reset["second_factor"]["enrollment_methods"] == nil)
      #expect(try await scene.server.isLive(scene.session))
      // The owner has the codes.
      let proven = try await scene.server.api.verify(
        reset, #require(codes.first), method: "recovery_code", binding: scene.codes.binding,
        fields: Self.plain)
      #expect(proven.status == 200)
      #expect(try await !scene.server.isLive(scene.session))
    }
  }

  @Test("The link of a notice makes all recovery codes void with an added authenticator")
  func recoveryCodesOfAnAttacker() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server)
      let session = try await scene.enroll(&passkey)
      let app = try await TestAuthenticator.add(scene.server, bearer: session.account)
      // The codes of the enrollment are unused, so the authenticator comes without codes.
      #expect(app.recoveryCodes == [])
      let notice = try await scene.mailbox.next(to: Self.email, .secondFactorAdded)
      #expect(try await scene.server.secure(notice)["undoes"] == "remove_second_factor")
      scene.server.clock.advance(by: 1)
      let again = try await passkey.signIn()
      let factors = try await scene.factors(again)
      #expect(factors["items"].array?.map { $0["type"] } == ["passkey"])
      #expect(factors["recovery_codes_left"] == 0)
    }
  }

  @Test("A session that a recovery code has opened loses it with the last second factor")
  func sessionOfARecoveryCode() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server)
      let session = try await scene.enroll(&passkey)
      let code = try #require(session["recovery_codes"].array?.first?.string)
      let other = try await scene.server.api.verify(
        scene.firstStep(), code, method: "recovery_code")
      let id = try #require(try await scene.factors(session)["items"].array?.first?["identity_id"]?.string)
      let removal = try await scene.server.api.send(.delete, "/v1/passkeys/\(id)", bearer: session.account)
      #expect(removal.status == 204)
      let sessions = try await scene.server.api.send(.get, "/v1/sessions", bearer: other.account)
      let methods = sessions["items"].array?.first { $0["current"] == true }?["amr"]
      #expect(methods == ["pwd"])
    }
  }

  @Test("A recovery code replaces a lost passkey")
  func recoveryCode() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server)
      let code = try await scene.enroll(&passkey)["recovery_codes"].array?.first?.string
      let waiting = try await scene.firstStep()
      let session = try await scene.server.api.verify(
        waiting, #require(code), method: "recovery_code")
      #expect(try session.claims("access_token")["acr"] == "urn:doorward:acr:second-factor")
    }
  }

  @Test("Without its last second factor the user has no recovery codes, and needs the password alone")
  func removedPasskey() async throws {
    for removal in ["/v1/passkeys/", "/v1/second-factors/"] {
      try await withUser { scene in
        var passkey = try TestPasskey(scene.server)
        let session = try await scene.enroll(&passkey)
        let factor = try #require(try await scene.factors(session)["items"].array?.first)
        let id = removal == "/v1/passkeys/" ? factor["identity_id"] : factor["id"]
        let path = removal + (id?.string ?? "")
        #expect(try await scene.server.api.send(.delete, path, bearer: session.account).status == 204)
        let kind: MessageKind = removal == "/v1/passkeys/" ? .signInMethodRemoved : .secondFactorRemoved
        #expect(try await scene.mailbox.next(to: Self.email, kind).text.contains("Passkey"))
        let again = try await scene.firstStep()
        #expect(again.status == 200)
        let left = try await scene.factors(again)
        #expect(left["items"] == [] && left["recovery_codes_left"] == 0)
      }
    }
  }

  @Test("A passkey that has not verified its user signs in where no second factor is required")
  func passkeyAlone() async throws {
    try await withUser { scene in
      var passkey = try TestPasskey(scene.server, isVerifying: false)
      _ = try await scene.enroll(&passkey)
      let session = try await passkey.signIn()
      #expect(session.status == 200)
      let answer = try await scene.server.api.send(
        .post, "/v1/second-factors/totp", [:], bearer: session.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }
}
