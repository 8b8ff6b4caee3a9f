import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// A passkey proves one factor or two. These tests check which, and when the proof ends.
@Suite struct PasskeyAssuranceTests {
  private let email = "ada@example.com"

  /// A user with a password and a security key that has no PIN.
  private func withUser(
    _ application: JSONObject = [:],
    _ body: (TestServer, TestCodes, TestPasskey, TestAPI.Answer) async throws -> Void
  ) async throws {
    var members = application
    members["methods"] = ["password", "code", "passkey"]
    try await TestServer.runWithMail(TestPasskey.settings(members)) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      var passkey = try TestPasskey(server, isVerifying: false)
      let session = try await codes.registered(email)
      #expect(try await passkey.add(to: session.account).status == 200)
      try await body(server, codes, passkey, session)
    }
  }

  @Test("A security key whose PIN is set later is one factor, until the user has proven another one with it")
  func laterPIN() async throws {
    try await withUser { server, _, known, session in
      var passkey = known
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      passkey.authenticator.flags = 0b101
      let waiting = try await passkey.signIn()
      #expect(waiting.code == "second_factor_required")
      #expect(try await passkey.signIn().code == "second_factor_required")
      let verified = try await server.api.verify(
        waiting, authenticator.nextCode(), binding: passkey.binding)
      #expect(verified.status == 200)
      let claims = try await passkey.signIn().claims("access_token")
      #expect(claims["acr"] == "urn:doorward:acr:second-factor")
      passkey.authenticator.flags = 0b001
      #expect(try await passkey.signIn().code == "second_factor_required")
    }
  }

  @Test("A security key whose PIN is set later is one factor for a user without another one")
  func laterPINAlone() async throws {
    try await withUser { _, _, known, _ in
      var passkey = known
      passkey.authenticator.flags = 0b101
      for _ in 0..<2 {
        let claims = try await passkey.signIn().claims("access_token")
        #expect(claims["acr"] == "urn:doorward:acr:passkey")
      }
    }
  }

  @Test("A lost answer of a sign-in with a counter can be asked for again")
  func repetition() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      passkey.authenticator.signCount = 5
      _ = try await passkey.signUp()
      let body = JSONValue.object(try await passkey.authentication(passkey.authenticationOptions()))
      let path = "/v1/passkeys/authentication"
      let key: HTTPFields = ["Idempotency-Key": "sign-in"]
      let first = try await server.api.send(.post, path, body, fields: key)
      let second = try await server.api.send(.post, path, body, fields: key)
      #expect(first.status == 200 && second.status == 200)
      #expect(first["session_id"] == second["session_id"])
      #expect(try await server.api.send(.post, path, body).code == "challenge_used")
    }
  }

  @Test("A sign-in that races with the removal of its passkey makes no new user")
  func removalDuringSignIn() async throws {
    try await withUser { server, _, known, session in
      var passkey = known
      let items = try await server.api.send(.get, "/v1/passkeys", bearer: session.account)["items"].array
      let id = try #require(items?.first?["id"]?.string)
      let proofs = try await inParallel(24) { [passkey] in
        var copy = passkey
        return try await copy.authentication(copy.authenticationOptions())
      }
      passkey.authenticator.userHandle = nil
      let answers = try await inParallel(25) { [passkey] index in
        try await index == 12
          ? server.api.send(.delete, "/v1/passkeys/\(id)", bearer: session.account)
          : passkey.signIn(proofs[index - (index > 12 ? 1 : 0)])
      }
      for answer in answers where answer.status != 204 {
        #expect(
          answer.status == 200 && answer["is_new_user"] == false
            || answer.status == 401 && answer.code == "unknown_passkey")
      }
    }
  }

  @Test("A session with a passkey as the second factor ends with the first factor")
  func firstFactorRemoved() async throws {
    try await withUser { server, codes, known, session in
      var passkey = known
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      let own = try await passkey.verify(codes.signIn(email, password: TestCodes.password))
      #expect(own.status == 200)
      let identities = try await server.api.send(.get, "/v1/user", bearer: own.account)["identities"].array
      let address = try #require(identities?.first { $0["type"] == "email" }?["id"]?.string)
      let path = "/v1/user/identities/\(address)"
      #expect(try await server.api.send(.delete, path, bearer: own.account).status == 204)
      #expect(try await server.api.send(.get, "/v1/user", bearer: own.account).status == 401)
    }
  }

  @Test("Removing lost second factors removes the passkeys, too, and the first factor alone signs in")
  func lostFactors() async throws {
    try await withUser { server, codes, _, session in
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      let id = try #require(session["user"]["id"]?.string)
      let key = try await server.apiKey()
      let path = "/v1/users/\(id)/second-factors"
      #expect(try await server.listening.send(.delete, path, bearer: key).status == 204)
      let signedIn = try await codes.signIn(email, password: TestCodes.password)
      #expect(signedIn.status == 200)
      #expect(signedIn["user"]["identities"]?.array?.compactMap { $0["type"]?.string } == ["email"])
    }
  }

  @Test("A passkey that is the only way to sign in stays when lost second factors are removed")
  func onlyPasskey() async throws {
    try await TestServer.runWithMail(TestPasskey.settings()) { server, _ in
      var passkey = try TestPasskey(server)
      let session = try await passkey.signUp()
      let id = try #require(session["user"]["id"]?.string)
      let key = try await server.apiKey()
      let path = "/v1/users/\(id)/second-factors"
      #expect(try await server.listening.send(.delete, path, bearer: key).status == 204)
      #expect(try await passkey.signIn().status == 200)
    }
  }

  @Test("A passkey of another relying party is not asked for as a second factor")
  func otherRelyingParty() async throws {
    let applications: JSONValue = [
      [
        "id": "default", "methods": ["password", "code", "passkey"],
        "passkeys": ["rp_id": "example.org", "origins": ["https://example.org"]],
      ],
      [
        "id": "shop", "methods": ["password", "passkey"], "second_factor": ["required": true],
        "passkeys": ["rp_id": "example.net", "origins": ["https://example.net"]],
      ],
    ]
    try await TestServer.runWithMail(["applications": applications]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      var passkey = try TestPasskey(server)
      let session = try await codes.registered(email)
      #expect(try await passkey.add(to: session.account).status == 200)
      let waiting = try await server.api.send(
        .post, "/v1/password/sign-in",
        [
          "identifier": .string(email), "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ], fields: ["Doorward-Application": "shop"])
      #expect(waiting.code == "second_factor_required")
      #expect(waiting["second_factor"]["methods"]?.array?.isEmpty == true)
      #expect(waiting["second_factor"]["enrollment"] != .null)
    }
  }

  @Test(
    "An application that accepts no sign-up with a passkey refuses before the authenticator makes one",
    arguments: [
      ("closed", JSONValue.null, "sign_up_closed"), ("invited", .null, "invitation_required"),
      ("open", JSONValue.array(["example.com"]), "email_domain_not_allowed"),
    ])
  func refusedSignUp(_ mode: String, _ domains: JSONValue, _ code: String) async throws {
    var members: JSONObject = ["sign_up": .string(mode)]
    if domains != .null { members["email_domains"] = domains }
    try await TestServer.run(TestPasskey.settings(members)) { server in
      let passkey = try TestPasskey(server)
      let refused = try await passkey.registrationOptions()
      #expect(refused.status == 403 && refused.code == code)
    }
  }

  @Test("Only after a password can a passkey be made without the user's presence")
  func silentCreation() async throws {
    try await TestServer.runWithMail(
      TestPasskey.settings(["methods": ["password", "code", "passkey", "siwe"]])
    ) {
      server, mailbox in
      func addSilently(to bearer: String) async throws -> TestAPI.Answer {
        var passkey = try TestPasskey(server)
        passkey.authenticator.flags = 0
        var body = try await passkey.registration(passkey.registrationOptions(bearer: bearer))
        body["conditional"] = true
        return try await passkey.register(body, bearer: bearer)
      }
      let codes = try TestCodes(server, mailbox)
      let signUp = try await codes.registered(email)
      #expect(try await addSilently(to: signUp.account).status == 200)
      let password = try await codes.signIn(email, password: TestCodes.password)
      #expect(try await addSilently(to: password.account).status == 200)
      // Another method signs in the same user.
      let wallet = EthereumTestWallet()
      let link = try await wallet.proof(server, purpose: "link", bearer: password.account)
      #expect(
        try await server.listening.send(
          .post, "/v1/ethereum/link", .object(link), bearer: password.account
        ).status == 200)
      let byWallet = try await wallet.signIn(server)
      #expect(byWallet["user"]["id"] == password["user"]["id"])
      #expect(try await addSilently(to: byWallet.account).code == "user_not_present")
      // Another user has no password.
      let stranger = try await EthereumTestWallet().signIn(server)
      #expect(try await addSilently(to: stranger.account).code == "user_not_present")
    }
  }

  @Test("An application that requires verification asks the second factor for it, too")
  func requiredVerification() async throws {
    let passkeys: JSONValue = [
      "rp_id": "example.org", "origins": ["https://example.org"], "user_verification": "required",
    ]
    try await TestServer.runWithMail(
      TestPasskey.settings(["methods": ["password", "code", "passkey"], "passkeys": passkeys])
    ) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(email)
      var silent = try TestPasskey(server, isVerifying: false)
      var body = try await silent.registration(silent.registrationOptions(bearer: session.account))
      body["conditional"] = true
      #expect(try await silent.register(body, bearer: session.account).code == "user_not_verified")
      var passkey = try TestPasskey(server)
      #expect(try await passkey.add(to: session.account).status == 200)
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      let waiting = try await codes.signIn(email, password: TestCodes.password)
      #expect(waiting["second_factor"]["passkey"]?["userVerification"] == "required")
      passkey.authenticator.flags = 0b001
      #expect(try await passkey.verify(waiting).code == "user_not_verified")
      passkey.authenticator.flags = 0b101
      #expect(try await passkey.verify(waiting).status == 200)
    }
  }
}
