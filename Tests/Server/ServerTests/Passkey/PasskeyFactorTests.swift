import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Passkeys as second factors after a password.
@Suite struct PasskeyFactorTests {
  private let email = "ada@example.com"

  /// A user with a password and a passkey, whose application requires a second factor.
  private func withUser(
    _ body: (TestServer, TestCodes, TestPasskey) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(
      TestPasskey.settings([
        "methods": ["password", "code", "passkey"], "second_factor": ["required": true],
      ])
    ) {
      server, mailbox in
      let codes = try TestCodes(server, mailbox)
      var passkey = try TestPasskey(server)
      // The first sign-up enrolls an authenticator of codes, because the user has no passkey yet.
      let waiting = try await codes.registered(email)
      let (begun, authenticator) = try await TestAuthenticator.enroll(
        server, in: waiting, binding: codes.binding)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": begun["challenge_id"], "method": "totp", "code": .string(authenticator.code()),
          "binding_secret": .string(codes.binding.secret),
        ])
      #expect(try await passkey.add(to: session.account).status == 200)
      try await body(server, codes, passkey)
    }
  }

  @Test("A password and a passkey open a session with both methods")
  func passwordAndPasskey() async throws {
    try await withUser { server, codes, known in
      var passkey = known
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      #expect(waiting.code == "second_factor_required")
      #expect(waiting["second_factor"]["methods"]?.array?.first == "passkey")
      let options = waiting["second_factor"]["passkey"]
      #expect(options?["allowCredentials"]?.array?.compactMap { $0["id"]?.string } == [passkey.id])
      #expect(options?["userVerification"] == "discouraged")
      let session = try await passkey.verify(waiting)
      #expect(session.status == 200)
      let claims = try session.claims("access_token")
      #expect(claims["amr"] == ["pwd", "passkey"] && claims["acr"] == "urn:doorward:acr:second-factor")
      #expect(try await passkey.verify(waiting).code == "challenge_used")
    }
  }

  @Test("A passkey of another user, and an answer to another sign-in, are refused")
  func foreignPasskey() async throws {
    try await withUser { server, codes, known in
      var passkey = known
      var stranger = try TestPasskey(server)
      _ = try await stranger.signUp()
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      #expect(try await stranger.verify(waiting).code == "credential_not_allowed")
      let other = try await codes.signIn(email, password: TestCodes.password)
      passkey.authenticator.challenge = try Base64URL.decode(
        #require(other["second_factor"]["passkey"]?["challenge"]?.string))
      let mixed = try await server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "passkey",
          "response": .object(passkey.authenticator.authenticate()),
        ])
      #expect(mixed.code == "wrong_challenge")
      #expect(try await passkey.verify(waiting).status == 200)
    }
  }

  @Test("The challenge of a sign-in serves no second factor, and that of a second factor no sign-in")
  func otherCeremony() async throws {
    try await withUser { server, codes, known in
      var passkey = known
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      let factor = try #require(waiting["second_factor"].object)
      let options = try await passkey.authenticationOptions()
      let signIn = try passkey.authentication(options)
      let response = try passkey.authenticator.authenticate()
      // The response to the challenge of the sign-in, as the second factor.
      for (id, code) in [
        (factor["challenge_id"], "wrong_challenge"), (options["challenge_id"], "invalid_challenge"),
      ] {
        let answer = try await server.api.send(
          .post, "/v1/second-factor/verify",
          [
            "challenge_id": id ?? .null, "method": "passkey", "response": .object(response),
            "binding_secret": .string(passkey.binding.secret),
          ])
        #expect(answer.status == 401 && answer.code == code)
      }
      // The response to the challenge of the second factor, as a sign-in.
      passkey.authenticator.challenge = try Base64URL.decode(
        #require(factor["passkey"]?["challenge"]?.string))
      for (id, code) in [
        (options["challenge_id"], "wrong_challenge"), (factor["challenge_id"], "invalid_challenge"),
      ] {
        var body = try passkey.answering(options, passkey.authenticator.authenticate())
        body["challenge_id"] = id
        let answer = try await passkey.signIn(body)
        #expect(answer.status == 401 && answer.code == code)
      }
      // The refusals have spent nothing.
      #expect(try await passkey.signIn(signIn).status == 200)
      #expect(try await passkey.verify(waiting).status == 200)
    }
  }

  @Test("Of 100 parallel uses of a passkey as second factor exactly one opens a session")
  func oneSecondFactor() async throws {
    try await withUser { server, codes, passkey in
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      let answers = try await inParallel(100) {
        var copy = passkey
        return try await copy.verify(waiting)
      }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      // Each use counts as a guess before it is checked, so that the guesses end first.
      let refused = answers.filter { $0.status != 200 }.map { "\($0.status) \($0.code ?? "")" }
      #expect(
        Set(refused).isSubset(of: ["401 challenge_used", "401 code_exhausted", "429 too_many_guesses"]))
    }
  }

  @Test("A code is not a passkey's response, and a response is no code")
  func wrongMembers() async throws {
    try await withUser { server, codes, known in
      var passkey = known
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      let id = waiting["second_factor"]["challenge_id"] ?? .null
      for body: JSONValue in [
        ["challenge_id": id, "method": "passkey", "code": "123456"],
        ["challenge_id": id, "method": "totp", "response": [:]],
        ["challenge_id": id, "method": "passkey", "response": [:]],
      ] {
        let answer = try await server.api.send(.post, "/v1/second-factor/verify", body)
        #expect(answer.status == 400 || answer.status == 422)
      }
      #expect(try await passkey.verify(waiting).status == 200)
    }
  }

  @Test("Removing a passkey withdraws its proof, and the user is asked for another factor")
  func removal() async throws {
    try await withUser { server, codes, known in
      var passkey = known
      let session = try await passkey.verify(codes.signIn(email, password: TestCodes.password))
      let items = try await server.api.send(.get, "/v1/passkeys", bearer: session.account)["items"].array
      let id = try #require(items?.first?["id"]?.string)
      #expect(try await server.api.send(.delete, "/v1/passkeys/\(id)", bearer: session.account).status == 204)
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      #expect(waiting["second_factor"]["methods"] == ["totp", "recovery_code"])
      #expect(waiting["second_factor"]["passkey"] == nil)
    }
  }
}
