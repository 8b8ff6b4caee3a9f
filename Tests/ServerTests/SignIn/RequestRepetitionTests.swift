import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Requests that store something, sent again with their `Idempotency-Key` because the answer was lost.
@Suite struct RequestRepetitionTests {
  /// A request that stores something.
  enum Request: String, CaseIterable {
    case password, userName, anonymousUser, wallet, moveOfWallet, passkey, address, changeOfAddress,
      authenticator,
      chosenCode, enrollment
  }

  /// A key that no other client has chosen.
  private static let key = "0f0bb2a0-40a5-4e0b-a4a2-1f5d7b4a9f11"
  private static let other = "5cf4d5f0-3a5f-4c7e-9a55-8a9b1a6a2f02"

  /// A request that can be sent again, and what it has stored so far.
  private struct Scene: Sendable {
    let send: @Sendable (_ key: String?) async throws -> TestAPI.Answer
    let count: @Sendable () async throws -> Int
    /// The account token of the user; nil if the request makes the user.
    let account: String?
  }

  private func run(_ request: Request, _ body: (TestServer, Scene) async throws -> Void) async throws {
    let mailbox = TestMailbox()
    let factor: JSONObject = ["required": .bool(request == .enrollment), "codes": ["email"]]
    let settings = TestPasskey.settings([
      "methods": ["siwe", "passkey", "password", "code", "anonymous"], "second_factor": .object(factor),
      "password": ["identifiers": ["email", "username"]],
    ])
    try await TestServer.run(settings, mailbox: mailbox) { server in
      try await body(server, scene(request, server, TestCodes(server, mailbox)))
    }
  }

  private func scene(_ request: Request, _ server: TestServer, _ codes: TestCodes) async throws -> Scene {
    let email = "ada@example.com"
    func scene(
      _ path: String, _ body: JSONObject, bearer: String? = nil,
      count: @escaping @Sendable () async throws -> Int
    ) -> Scene {
      Scene(
        send: { key in
          var fields: HTTPFields = [:]
          fields["Idempotency-Key"] = key
          return try await server.api.send(.post, path, .object(body), bearer: bearer, fields: fields)
        }, count: count, account: bearer)
    }
    func length(_ path: String, _ bearer: String) -> @Sendable () async throws -> Int {
      { try await server.api.send(.get, path, bearer: bearer)["items"].array?.count ?? 0 }
    }
    let users = length("/v1/users", try await server.apiKey())
    switch request {
    case .password:
      let account = try await codes.registered(email).account
      server.clock.advance(by: 1)
      return scene(
        "/v1/password/sign-in", ["identifier": .string(email), "password": .string(TestCodes.password)],
        count: length("/v1/sessions", account))
    case .userName:
      return scene(
        "/v1/password/sign-up", ["username": "lovelace", "password": .string(TestCodes.password)],
        count: users)
    case .anonymousUser: return scene("/v1/anonymous", [:], count: users)
    case .wallet, .moveOfWallet:
      let wallet = EthereumTestWallet()
      let account = try await codes.registered(email).account
      var proof: JSONObject
      if request == .moveOfWallet {
        _ = try await wallet.signIn(server)
        proof = try await wallet.proof(server, purpose: "move", bearer: account)
        proof["move"] = true
      } else {
        proof = try await wallet.proof(server, purpose: "link", bearer: account)
      }
      return scene(
        "/v1/ethereum/link", proof, bearer: account, count: length("/v1/user/identities", account))
    case .passkey:
      let account = try await codes.registered(email).account
      var passkey = try TestPasskey(server)
      let body = try await passkey.registration(passkey.registrationOptions(bearer: account))
      return scene("/v1/passkeys/registration", body, bearer: account, count: length("/v1/passkeys", account))
    case .address, .changeOfAddress:
      let isChange = request == .changeOfAddress
      let account = try await (isChange ? codes.registered(email) : EthereumTestWallet().signIn(server))
        .account
      let new = "lovelace@example.com"
      let sent = try await codes.send(to: new, purpose: isChange ? "change" : "verify", bearer: account)
      let code = try await codes.mailbox.next(to: new, isChange ? .changeAddress : .verifyAddress).code
      return scene(
        "/v1/code/verify", codes.answer(sent, code), bearer: account,
        count: length("/v1/user/identities", account))
    case .authenticator:
      let account = try await codes.registered(email).account
      let begun = try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: account)
      let authenticator = TestAuthenticator(
        secret: try Base32.decode(begun["secret"].string ?? "", padded: false), clock: server.clock, id: "",
        recoveryCodes: [])
      return scene(
        "/v1/second-factors/totp/confirm",
        ["challenge_id": begun["challenge_id"], "code": .string(try authenticator.code())], bearer: account,
        count: length("/v1/second-factors", account))
    case .chosenCode:
      let account = try await codes.registered(email).account
      return scene(
        "/v1/second-factors/code", ["channel": "email"], bearer: account,
        count: length("/v1/second-factors", account))
    case .enrollment:
      let binding = try TestBinding()
      let waiting = try await EthereumTestWallet().firstStep(server, binding)
      let (begun, authenticator) = try await TestAuthenticator.enroll(server, in: waiting, binding: binding)
      return scene(
        "/v1/second-factor/verify",
        [
          "challenge_id": begun["challenge_id"], "method": "totp", "code": .string(try authenticator.code()),
          "binding_secret": .string(binding.secret),
        ], count: users)
    }
  }

  /// The members of an answer that a repetition repeats. Access tokens are issued again.
  private func content(_ answer: TestAPI.Answer) -> JSONObject {
    var content = answer.json.object ?? [:]
    for member in ["access_token", "account_token", "expires_in", "refresh_expires_in"] {
      content[member] = nil
    }
    return content
  }

  @Test(arguments: Request.allCases) func repetitionHasTheSameAnswerAndStoresNothing(_ request: Request)
    async throws
  {
    try await run(request) { server, scene in
      let first = try await scene.send(Self.key)
      #expect(first.status == 200)
      let stored = try await scene.count()
      server.clock.advance(by: 30)
      for _ in 0..<2 {
        let again = try await scene.send(Self.key)
        #expect(again.status == 200, "\(again.code ?? "")")
        #expect(content(again) == content(first))
      }
      #expect(try await scene.count() == stored)
      #expect(
        ["authenticator", "chosenCode", "enrollment"].contains(request.rawValue)
          == (first["recovery_codes"] != nil))
    }
  }

  @Test(arguments: Request.allCases) func requestsAtTheSameTimeStoreOnce(_ request: Request) async throws {
    try await run(request) { _, scene in
      let before = try await scene.count()
      let answers = try await inParallel(4) { try await scene.send(Self.key) }
      #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map { $0.code ?? "" })")
      #expect(Set(answers.map { JSONValue.object(content($0)).serializedString() }).count == 1)
      let stored = try await scene.count() - before
      #expect(request == .changeOfAddress ? stored == 0 : stored == 1)
    }
  }

  /// Without a key, and with another one, the request is another request.
  @Test(arguments: Request.allCases, [nil, other] as [String?])
  func anotherKeyIsAnotherRequest(_ request: Request, _ key: String?) async throws {
    try await run(request) { _, scene in
      let first = try await scene.send(Self.key)
      let again = try await scene.send(key)
      switch request {
      case .password, .anonymousUser:
        #expect(again.status == 200 && again["session_id"] != first["session_id"])
      case .userName: #expect(again.code == "username_taken")
      case .passkey: #expect(again.code == "passkey_registered")
      case .chosenCode: #expect(again.status == 200 && again["recovery_codes"] == nil)
      default: #expect(again.code == "challenge_used")
      }
    }
  }

  /// A key that two clients may choose does not give one of them the account of the other.
  @Test func guessableKeyMakesAnotherAnonymousUser() async throws {
    try await run(.anonymousUser) { _, scene in
      let first = try await scene.send("1")
      let second = try await scene.send("1")
      #expect(first["user"]["id"] != second["user"]["id"])
    }
  }

  /// The key alone signs in nobody who has a password.
  @Test(arguments: [Request.password, .userName])
  func repetitionNeedsThePassword(_ request: Request) async throws {
    try await run(request) { server, scene in
      #expect(try await scene.send(Self.key).status == 200)
      let isSignUp = request == .userName
      let name: JSONValue = isSignUp ? "lovelace" : "ada@example.com"
      let answer = try await server.api.send(
        .post, isSignUp ? "/v1/password/sign-up" : "/v1/password/sign-in",
        [isSignUp ? "username" : "identifier": name, "password": "another horse battery staple"],
        fields: ["Idempotency-Key": Self.key])
      #expect(answer.code == (isSignUp ? "username_taken" : "invalid_credentials"))
    }
  }

  @Test(arguments: [Request.password, .userName, .anonymousUser])
  func usedAnswerIsNotRepeated(_ request: Request) async throws {
    try await run(request) { server, scene in
      let first = try await scene.send(Self.key)
      let token = try first.refreshToken
      #expect(
        try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(token)").status
          == 200)
      let again = try await scene.send(Self.key)
      #expect(again["session_id"] != first["session_id"])
      #expect(again.status == (request == .userName ? 409 : 200))
    }
  }

  /// The recovery codes of a repetition are those that the user has, and none after the user has made others.
  @Test func replacedRecoveryCodesAreNotShownAgain() async throws {
    try await run(.authenticator) { server, scene in
      #expect(try await scene.send(Self.key)["recovery_codes"].array?.count == 10)
      let replaced = try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: scene.account)
      #expect(replaced.status == 200)
      let again = try await scene.send(Self.key)
      #expect(again.status == 200 && again["recovery_codes"] == nil)
    }
  }
}
