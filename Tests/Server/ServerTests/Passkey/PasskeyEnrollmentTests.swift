import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Passkeys that users add during a sign-in, because the application requires a second factor.
@Suite struct PasskeyEnrollmentTests {
  private let email = "ada@example.com"

  private static func settings(_ members: JSONObject = [:]) -> JSONObject {
    let strict: JSONObject = [
      "methods": ["password", "code", "siwe", "passkey"], "second_factor": ["required": true],
    ]
    return TestPasskey.settings(strict.merging(patch: members))
  }

  private func begin(
    _ server: TestServer, _ waiting: TestAPI.Answer, _ binding: TestBinding? = nil,
    method: String = "passkey", fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var body: JSONObject = [
      "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": .string(method),
    ]
    body["binding_secret"] = (binding?.secret).map(JSONValue.string)
    return try await server.api.send(.post, "/v1/second-factor/enroll", .object(body), fields: fields)
  }

  private func finish(
    _ server: TestServer, _ begun: TestAPI.Answer, _ response: JSONObject, _ binding: TestBinding? = nil,
    fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var body: JSONObject = [
      "challenge_id": begun["challenge_id"], "method": "passkey", "response": .object(response),
    ]
    body["binding_secret"] = (binding?.secret).map(JSONValue.string)
    return try await server.api.send(.post, "/v1/second-factor/verify", .object(body), fields: fields)
  }

  /// The response of a new passkey to the options of an answer.
  private func response(_ passkey: inout TestPasskey, _ begun: TestAPI.Answer) throws -> JSONObject {
    _ = try passkey.registration(begun)
    return try passkey.authenticator.register()
  }

  @Test("A new user is stored with the passkey, and proves it from then on")
  func signUp() async throws {
    try await TestServer.runWithMail(Self.settings()) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      var passkey = try TestPasskey(server, isVerifying: false)
      let waiting = try await codes.registered(email)
      #expect(waiting["second_factor"]["methods"] == [])
      #expect(waiting["second_factor"]["enrollment_methods"] == ["totp", "passkey"])
      let begun = try await begin(server, waiting, codes.binding)
      #expect(begun.status == 200 && begun["user"]["name"] == .string(email))
      let proof = try response(&passkey, begun)
      // Another client has the challenge without its secret.
      #expect(try await finish(server, begun, proof, TestBinding()).code == "invalid_challenge")
      let session = try await finish(server, begun, proof, codes.binding)
      #expect(session.status == 200 && session["is_new_user"] == true)
      #expect(session["recovery_codes"].array?.count == 10)
      #expect(try session.claims("access_token")["acr"] == "urn:doorward:acr:second-factor")
      let list = try await server.api.send(.get, "/v1/passkeys", bearer: session.account)
      // The user handle of the passkey is the id of the user.
      #expect(list["user_handle"] == begun["user"]["id"])
      #expect(list["items"].array?.map { $0["identifier"] } == [.string(passkey.id)])
      #expect(try await finish(server, begun, proof, codes.binding).code == "challenge_used")

      let next = try await codes.signIn(email, password: TestCodes.password)
      #expect(next["second_factor"]["methods"] == ["passkey", "recovery_code"])
      #expect(next["second_factor"]["enrollment_methods"] == nil)
      let again = try await passkey.verify(next)
      #expect(again["user"]["id"] == session["user"]["id"])
      #expect(try again.claims("access_token")["amr"] == ["pwd", "passkey"])
    }
  }

  @Test("A user from before the policy adds a passkey and gets a notice")
  func knownUser() async throws {
    var settings = Self.settings(["second_factor": ["required": false]])
    let bank = Self.settings(["id": "bank"])["applications"]?.array ?? []
    settings["applications"] = .array((settings["applications"]?.array ?? []) + bank)
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(email)
      let fields: HTTPFields = ["Doorward-Application": "bank"]
      let waiting = try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": .string(email), "password": .string(TestCodes.password)], fields: fields)
      var passkey = try TestPasskey(server)
      let begun = try await begin(server, waiting, fields: fields)
      let signedIn = try await finish(server, begun, response(&passkey, begun), fields: fields)
      #expect(signedIn["user"]["id"] == session["user"]["id"] && signedIn["is_new_user"] == false)
      _ = try await mailbox.next(to: email, .signInMethodAdded)
    }
  }

  @Test("Of several passkeys that are added at the same time one stays")
  func severalEnrollments() async throws {
    try await TestServer.run(Self.settings(["methods": ["siwe", "passkey"]])) { server in
      let wallet = EthereumTestWallet()
      let binding = try TestBinding()
      var steps: [(TestAPI.Answer, JSONObject)] = []
      for _ in 0..<4 {
        var passkey = try TestPasskey(server)
        let begun = try await begin(server, wallet.firstStep(server, binding), binding)
        steps.append((begun, try response(&passkey, begun)))
      }
      let begun = steps
      let answers = try await inParallel(4) {
        try await finish(server, begun[$0].0, begun[$0].1, binding).status
      }
      #expect(answers.filter { $0 == 200 }.count == 1)
    }
  }

  @Test("Only a user without a second factor adds a passkey, and not after a passkey")
  func noEnrollmentInsteadOfProof() async throws {
    try await TestServer.runWithMail(Self.settings()) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      var passkey = try TestPasskey(server, isVerifying: false)
      let begun = try await begin(server, codes.registered(email), codes.binding)
      _ = try await finish(server, begun, response(&passkey, begun), codes.binding)
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      #expect(try await begin(server, waiting).code == "invalid_method")
      // The passkey alone is one factor. It must not add another one, because the key may be stolen.
      let first = try await passkey.signIn()
      #expect(first["second_factor"]["methods"] == ["recovery_code"])
      #expect(first["second_factor"]["enrollment_methods"] == nil)
      for method in ["passkey", "totp"] {
        let answer = try await begin(server, first, passkey.binding, method: method)
        #expect(answer.code == "invalid_method")
      }
    }
  }

  @Test("A response to anything else than the options adds no passkey")
  func wrongResponses() async throws {
    try await TestServer.run(Self.settings(["methods": ["siwe", "passkey"]])) { server in
      let (wallet, binding) = (EthereumTestWallet(), try TestBinding())
      let waiting = try await wallet.firstStep(server, binding)
      var passkey = try TestPasskey(server)
      let begun = try await begin(server, waiting, binding)
      let right = try response(&passkey, begun)
      // The options of another sign-in, and those of a sign-up with a passkey.
      for options in [
        try await begin(server, EthereumTestWallet().firstStep(server, binding), binding),
        try await passkey.registrationOptions(),
      ] {
        let other = try response(&passkey, options)
        #expect(try await finish(server, begun, other, binding).code == "wrong_challenge")
      }
      _ = try passkey.registration(begun)
      let assertion = try passkey.authenticator.authenticate()
      #expect(try await finish(server, begun, assertion, binding).code == "malformed_response")
      // The challenge of the first factor, and that of an authenticator of codes, have no passkey.
      let code = try await begin(server, waiting, binding, method: "totp")
      #expect(try await finish(server, code, right, binding).code == "invalid_challenge")
      var body: JSONObject = [
        "challenge_id": begun["challenge_id"], "method": "totp", "code": "000000",
        "binding_secret": .string(binding.secret),
      ]
      #expect(
        try await server.api.send(.post, "/v1/second-factor/verify", .object(body)).code
          == "invalid_challenge")
      body["challenge_id"] = waiting["second_factor"]["challenge_id"]
      body["method"] = "passkey"
      body["response"] = .object(right)
      #expect(
        try await server.api.send(.post, "/v1/second-factor/verify", .object(body)).code
          == "invalid_challenge")
      #expect(try await finish(server, begun, right, binding).status == 200)
    }
  }

  @Test("A passkey of another account is not added")
  func registeredPasskey() async throws {
    try await TestServer.run(Self.settings(["methods": ["siwe", "passkey"]])) { server in
      let binding = try TestBinding()
      var passkey = try TestPasskey(server)
      #expect(try await passkey.signUp().status == 200)
      let begun = try await begin(server, EthereumTestWallet().firstStep(server, binding), binding)
      let refused = try await finish(server, begun, response(&passkey, begun), binding)
      #expect(refused.status == 409 && refused.code == "passkey_registered")
    }
  }

  @Test("An application without passkeys offers authenticators of codes only")
  func notOffered() async throws {
    try await TestServer.run(Self.settings(["methods": ["siwe"]])) { server in
      let binding = try TestBinding()
      let waiting = try await EthereumTestWallet().firstStep(server, binding)
      #expect(waiting["second_factor"]["enrollment_methods"] == ["totp"])
      #expect(try await begin(server, waiting, binding).code == "invalid_method")
    }
  }
}
