import BinaryEncodings
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A request that stores something.
enum RepeatedRequest: String, CaseIterable {
  case password, userName, anonymousUser, wallet, moveOfWallet, passkey, address, changeOfAddress,
    authenticator, chosenCode, enrollment, newPassword, firstPassword, passwordReset, renewalByWallet,
    renewalByCode, renewalByPasskey, renewalBySecondFactor, linkOfOwnWallet, backendUser, invitation

  /// The status of the answer.
  var status: Int {
    switch self {
    case .newPassword, .firstPassword: 204
    case .backendUser, .invitation: 201
    default: 200
    }
  }

  /// Whether the request makes no row that its caller can count.
  var changesOnly: Bool {
    switch self {
    case .changeOfAddress, .newPassword, .firstPassword, .renewalByWallet, .renewalByCode,
      .renewalByPasskey,
      .renewalBySecondFactor, .linkOfOwnWallet:
      true
    default: false
    }
  }
}

extension RepeatedRequest {
  /// The request of a user, and what it has stored so far.
  struct Scene: Sendable {
    let send: @Sendable (_ key: String?) async throws -> TestAPI.Answer
    let count: @Sendable () async throws -> Int
    /// The account token of the user; nil if the request makes the user.
    let account: String?
  }

  /// Runs `body` with a server and the request.
  func run(_ body: (TestServer, Scene) async throws -> Void) async throws {
    let mailbox = TestMailbox()
    let factor: JSONObject = ["required": .bool(self == .enrollment), "codes": ["email"]]
    let settings = TestPasskey.settings([
      "methods": ["siwe", "passkey", "password", "code", "anonymous"], "second_factor": .object(factor),
      "password": ["identifiers": ["email", "username"]],
    ])
    try await TestServer.run(settings, mailbox: mailbox) { server in
      try await body(server, scene(server, TestCodes(server, mailbox)))
    }
  }

  private func scene(_ server: TestServer, _ codes: TestCodes) async throws -> Scene {
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
    switch self {
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
      if self == .moveOfWallet {
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
      let isChange = self == .changeOfAddress
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
    case .newPassword:
      let account = try await codes.registered(email).account
      return scene(
        "/v1/password/change",
        ["current_password": .string(TestCodes.password), "new_password": "another horse battery staple"],
        bearer: account, count: length("/v1/sessions", account))
    case .firstPassword:
      let account = try await codes.signIn(email).account
      return scene(
        "/v1/password/change", ["new_password": "another horse battery staple"], bearer: account,
        count: length("/v1/sessions", account))
    case .passwordReset:
      _ = try await codes.registered(email)
      server.clock.advance(by: 1)
      let sent = try await server.api.send(
        .post, "/v1/password/reset",
        ["identifier": .string(email), "binding": .string(codes.binding.value)])
      var body = codes.answer(sent, try await codes.mailbox.next(to: email, .passwordReset).code)
      body["new_password"] = "another horse battery staple"
      return scene("/v1/password/reset/confirm", body, count: users)
    case .renewalByWallet:
      let wallet = EthereumTestWallet()
      let account = try await wallet.signIn(server).account
      return scene(
        "/v1/ethereum/sign-in", try await wallet.proof(server), bearer: account,
        count: length("/v1/sessions", account))
    case .renewalByCode:
      let account = try await codes.registered(email).account
      let sent = try await codes.send(to: email)
      let code = try await codes.mailbox.next(to: email, .signInCode).code
      return scene(
        "/v1/code/sign-in", codes.answer(sent, code), bearer: account, count: length("/v1/sessions", account))
    case .renewalByPasskey:
      var passkey = try TestPasskey(server)
      let account = try await passkey.signUp().account
      let body = try await passkey.authentication(passkey.authenticationOptions())
      return scene(
        "/v1/passkeys/authentication", body, bearer: account, count: length("/v1/sessions", account))
    case .renewalBySecondFactor:
      let wallet = EthereumTestWallet()
      let account = try await wallet.signIn(server).account
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let binding = try TestBinding()
      let waiting = try await wallet.firstStep(server, binding)
      return scene(
        "/v1/second-factor/verify",
        [
          "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null, "method": "totp",
          "code": .string(try authenticator.nextCode()), "binding_secret": .string(binding.secret),
        ], bearer: account, count: length("/v1/sessions", account))
    case .linkOfOwnWallet:
      let wallet = EthereumTestWallet()
      let account = try await wallet.signIn(server).account
      return scene(
        "/v1/ethereum/link", try await wallet.proof(server, purpose: "link", bearer: account),
        bearer: account,
        count: length("/v1/user/identities", account))
    case .backendUser:
      let key = try await server.apiKey()
      return scene(
        "/v1/users",
        ["email": .string(email), "password": .string(TestCodes.password), "name": "Ada", "invite": true],
        bearer: key, count: length("/v1/users", key))
    case .invitation:
      let key = try await server.apiKey()
      return scene(
        "/v1/invitations", ["email": .string(email), "inviter": "Grace"], bearer: key,
        count: length("/v1/invitations", key))
    }
  }
}
