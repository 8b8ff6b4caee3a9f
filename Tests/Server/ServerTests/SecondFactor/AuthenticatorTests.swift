import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import Encodings
import Testing

/// Enrollment, list and removal of second factors.
@Suite struct AuthenticatorTests {
  private let wallet = EthereumTestWallet()

  @Test("The answer for the first authenticator has ten recovery codes, and for the next one no codes")
  func enrollment() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      let begun = try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: account)
      #expect(begun.status == 200)
      let secret = try #require(begun["secret"].string)
      #expect(begun["uri"].string?.hasPrefix("otpauth://totp/") == true)
      #expect(begun["uri"].string?.contains("secret=\(secret)&") == true)
      #expect(begun["qr_code"].string?.hasPrefix("<svg ") == true)
      // Nothing is stored before the first code.
      #expect(try await factors(server, account) == [])
      let first = try await TestAuthenticator.add(server, bearer: account)
      #expect(Set(first.recoveryCodes).count == 10)
      server.clock.advance(by: 1)
      let second = try await TestAuthenticator.add(server, bearer: account)
      #expect(second.recoveryCodes.isEmpty)
      #expect(try await factors(server, account) == [first.id, second.id])
      let export = try await server.api.send(.get, "/v1/user/export", bearer: account)
      #expect(export["second_factors"].array?.compactMap { $0["id"]?.string } == [first.id, second.id])
      #expect(!String(decoding: export.body, as: UTF8.self).contains(secret))
    }
  }

  @Test("An enrollment needs a right code, works once, and belongs to its session")
  func confirmation() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      let begun = try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: account)
      let authenticator = TestAuthenticator(
        secret: try Base32.decode(begun["secret"].string ?? "", padded: false), clock: server.clock, id: "",
        recoveryCodes: [])
      let confirm = { (code: String, bearer: String) in
        try await server.api.send(
          .post, "/v1/second-factors/totp/confirm",
          ["challenge_id": begun["challenge_id"], "code": .string(code)], bearer: bearer)
      }
      #expect(try await confirm(authenticator.wrongCode(), account).code == "invalid_code")
      let stranger = try await EthereumTestWallet().signIn(server).account
      #expect(try await confirm(authenticator.code(), stranger).code == "invalid_challenge")
      let other = try await wallet.signIn(server).account
      #expect(try await confirm(authenticator.code(), other).code == "invalid_challenge")
      #expect(try await confirm(authenticator.code(), account).status == 200)
      #expect(try await confirm(authenticator.code(), account).code == "challenge_used")
      server.clock.advance(by: 600)
      #expect(try await confirm(authenticator.code(), account).status == 401)
    }
  }

  @Test(
    "A removed factor ends the other sessions that rest on it, and its last one takes the recovery codes (case 32)"
  )
  func removal() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      let plain = try await wallet.signIn(server).account
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(server, binding)
      let other = try await server.api.verify(waiting, authenticator.nextCode(), binding: binding)
      #expect(other.status == 200)
      let path = "/v1/second-factors/\(authenticator.id)"
      let stranger = try await EthereumTestWallet().signIn(server).account
      #expect(try await server.api.send(.delete, path, bearer: stranger).code == "not_found")
      #expect(try await server.api.send(.delete, path, bearer: account).status == 204)
      #expect(try await server.api.send(.get, "/v1/user", bearer: other.account).status == 401)
      // A session that does not rest on the factor continues, as the caller's does.
      for bearer in [plain, account] {
        #expect(try await server.api.send(.get, "/v1/user", bearer: bearer).status == 200)
      }
      let list = try await server.api.send(.get, "/v1/second-factors", bearer: account)
      #expect(list["items"] == [] && list["recovery_codes_left"] == 0)
      #expect(try await wallet.signIn(server).status == 200)
    }
  }

  @Test("A session without the second factor changes no second factor")
  func stepUp() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      let plain = try await wallet.signIn(server).account
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let calls: [(HTTPMethod, String, JSONValue?)] = [
        (.post, "/v1/second-factors/totp", [:]), (.post, "/v1/recovery-codes", [:]),
        (.delete, "/v1/second-factors/\(authenticator.id)", nil),
      ]
      for (method, path, body) in calls {
        let answer = try await server.api.send(method, path, body, bearer: plain)
        #expect(answer.code == "insufficient_user_authentication")
        #expect(answer.fields["WWW-Authenticate"]?.contains("urn:doorward:acr:second-factor") == true)
      }
      #expect(try await factors(server, account) == [authenticator.id])
    }
  }

  @Test("A wallet of an account with a second factor does not move to another account by its key alone")
  func move() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      _ = try await TestAuthenticator.add(server, bearer: account)
      let attacker = try await EthereumTestWallet().signIn(server).account
      let offer = try await wallet.link(server, attacker)
      #expect(offer.code == "identity_in_use" && offer["identity_in_use"] == .null)
      #expect(try await wallet.link(server, attacker, moving: true).code == "identity_in_use")
      #expect(try await server.api.send(.get, "/v1/user", bearer: account).status == 200)
    }
  }

  @Test("Changes need a recent sign-in, and an enrollment does not make it recent")
  func recentSignIn() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      server.clock.advance(by: 590)
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      server.clock.advance(by: 20)
      for path in ["/v1/second-factors/totp", "/v1/recovery-codes"] {
        #expect(
          try await server.api.send(.post, path, [:], bearer: account).code
            == "insufficient_user_authentication")
      }
      let removal = try await server.api.send(
        .delete, "/v1/second-factors/\(authenticator.id)", bearer: account)
      #expect(removal.code == "insufficient_user_authentication")
    }
  }

  @Test("A user has at most ten second factors")
  func limit() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      for _ in 0..<10 { _ = try await TestAuthenticator.add(server, bearer: account) }
      let more = try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: account)
      #expect(more.status == 409 && more.code == "too_many_second_factors")
    }
  }

  @Test("New recovery codes make the old ones void, and need a second factor")
  func newRecoveryCodes() async throws {
    try await TestServer.run { server in
      let account = try await wallet.signIn(server).account
      let none = try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: account)
      #expect(none.status == 409 && none.code == "no_second_factor")
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let renewed = try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: account)
      let codes = try #require(renewed["recovery_codes"].array).compactMap(\.string)
      #expect(codes.count == 10)
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(server, binding)
      let old = try await server.api.verify(
        waiting, authenticator.recoveryCodes[0], method: "recovery_code", binding: binding)
      #expect(old.code == "invalid_code")
      let new = try await server.api.verify(waiting, codes[0], method: "recovery_code", binding: binding)
      #expect(new.status == 200)
    }
  }

  @Test("The user gets a notice of each change")
  func notices() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let session = try await TestCodes(server, mailbox).registered("ada@example.com")
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      let added = try await mailbox.next(to: "ada@example.com", .secondFactorAdded)
      #expect(added.text.contains("Authenticator app"))
      _ = try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account)
      _ = try await mailbox.next(to: "ada@example.com", .recoveryCodesReplaced)
      _ = try await server.api.send(
        .delete, "/v1/second-factors/\(authenticator.id)", bearer: session.account)
      _ = try await mailbox.next(to: "ada@example.com", .secondFactorRemoved)
    }
  }

  @Test("An anonymous user has no second factor")
  func anonymousUser() async throws {
    try await TestServer.run(["applications": [["id": "app", "methods": ["anonymous", "siwe"]]]]) { server in
      let session = try await server.api.send(.post, "/v1/anonymous", [:])
      let answer = try await server.api.send(
        .post, "/v1/second-factors/totp", [:], bearer: session.account)
      #expect(answer.status == 403 && answer.code == "sign_up_required")
    }
  }

  private func factors(_ server: TestServer, _ bearer: String) async throws -> [String] {
    let list = try await server.api.send(.get, "/v1/second-factors", bearer: bearer)
    return try #require(list["items"].array).compactMap { $0["id"]?.string }
  }
}

extension EthereumTestWallet {
  /// Proves the wallet as the first factor.
  func firstStep(
    _ server: TestServer, _ binding: TestBinding, bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    let message = try await challenge(server, binding, fields: fields)["message"]
    guard let text = message.string else { throw UnexpectedAnswer() }
    return try await server.listening.send(
      .post, "/v1/ethereum/sign-in",
      [
        "message": .string(text), "signature": .string(try sign(text)),
        "binding_secret": .string(binding.secret),
      ], bearer: bearer, fields: fields)
  }
}
