import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Sampling
import Testing

/// Requests that store something, sent again with their `Idempotency-Key` because the answer was lost.
@Suite struct RequestRepetitionTests {
  /// A key that no other client has chosen.
  private static let key = "0f0bb2a0-40a5-4e0b-a4a2-1f5d7b4a9f11"
  private static let other = "5cf4d5f0-3a5f-4c7e-9a55-8a9b1a6a2f02"

  /// The members of an answer that a repetition repeats. Access tokens are issued again.
  private func content(_ answer: TestAPI.Answer) -> JSONObject {
    var content = answer.json.object ?? [:]
    for member in ["access_token", "account_token", "expires_in", "refresh_expires_in"] {
      content[member] = nil
    }
    return content
  }

  @Test(
    .takesLong("Each case signs up a user of its own, mostly with a password."),
    arguments: RepeatedRequest.allCases)
  func repetitionHasTheSameAnswerAndStoresNothing(_ request: RepeatedRequest)
    async throws
  {
    try await request.run { server, scene in
      let first = try await scene.send(Self.key)
      #expect(first.status == request.status, "\(first.code ?? "")")
      let stored = try await scene.count()
      server.clock.advance(by: 30)
      for _ in 0..<2 {
        let again = try await scene.send(Self.key)
        #expect(again.status == request.status, "\(again.code ?? "")")
        #expect(content(again) == content(first))
      }
      #expect(try await scene.count() == stored)
      #expect(
        ["authenticator", "chosenCode", "enrollment"].contains(request.rawValue)
          == (first["recovery_codes"] != nil))
    }
  }

  @Test(
    .takesLong("Each case signs up a user of its own, mostly with a password."),
    arguments: RepeatedRequest.allCases)
  func requestsAtTheSameTimeStoreOnce(_ request: RepeatedRequest) async throws {
    try await request.run { _, scene in
      let before = try await scene.count()
      let answers = try await inParallel(4) { try await scene.send(Self.key) }
      #expect(answers.allSatisfy { $0.status == request.status }, "\(answers.map { $0.code ?? "" })")
      #expect(Set(answers.map { JSONValue.object(content($0)).serializedString() }).count == 1)
      let stored = try await scene.count() - before
      #expect(stored == (request.changesOnly || request == .passwordReset ? 0 : 1))
    }
  }

  /// Without a key, and with another one, the request is another request.
  @Test(
    .takesLong("Each case signs up a user of its own, mostly with a password."),
    arguments: RepeatedRequest.allCases,
    [nil, other] as [String?])
  func anotherKeyIsAnotherRequest(_ request: RepeatedRequest, _ key: String?) async throws {
    try await request.run { _, scene in
      let first = try await scene.send(Self.key)
      let again = try await scene.send(key)
      switch request {
      case .password, .anonymousUser:
        #expect(again.status == 200 && again["session_id"] != first["session_id"])
      case .userName: #expect(again.code == "username_taken")
      case .passkey: #expect(again.code == "passkey_registered")
      case .chosenCode: #expect(again.status == 200 && again["recovery_codes"] == nil)
      // The code of the authenticator has been used, too.
      case .renewalBySecondFactor: #expect(again.code == "invalid_code")
      case .newPassword: #expect(again.code == "invalid_credentials")
      case .firstPassword: #expect(again.code == "missing_password")
      case .backendUser: #expect(again.code == "identity_in_use")
      case .invitation: #expect(again.status == 201 && again["id"] != first["id"])
      default: #expect(again.code == "challenge_used")
      }
    }
  }

  /// The first step of a sign-in stores nothing, so a repetition waits for the second factor too.
  @Test func repetitionOfFirstStepCanBeFinished() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let account = try await wallet.signIn(server).account
      let authenticator = try await TestAuthenticator.add(server, bearer: account)
      let proof = JSONValue.object(try await wallet.proof(server))
      func send(_ key: String?) async throws -> TestAPI.Answer {
        var fields: HTTPFields = [:]
        fields["Idempotency-Key"] = key
        return try await server.api.send(.post, "/v1/ethereum/sign-in", proof, fields: fields)
      }
      #expect(try await send(Self.key).code == "second_factor_required")
      let again = try await send(Self.key)
      #expect(again.code == "second_factor_required")
      for key in [nil, Self.other] { #expect(try await send(key).code == "challenge_used") }
      let binding = proof["binding_secret"]?.string ?? ""
      let finished = try await server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": again["second_factor"]["challenge_id"] ?? .null, "method": "totp",
          "code": .string(try authenticator.nextCode()), "binding_secret": .string(binding),
        ])
      #expect(finished.status == 200, "\(finished.code ?? "")")
      server.clock.advance(by: 300)
      #expect(try await send(Self.key).code == "challenge_expired")
    }
  }

  /// The first proof of a backend's account changes the account. The repetition still waits for the second factor, until
  /// something else secures the account.
  @Test func repetitionOfFirstProofCanBeFinished() async throws {
    let settings: JSONObject = ["applications": [["id": "default", "second_factor": ["required": true]]]]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let email = "ada@example.com"
      let body: JSONValue = ["email": .string(email), "password": .string(TestCodes.password)]
      _ = try await server.api.send(.post, "/v1/users", body, bearer: server.apiKey())
      server.clock.advance(by: 1)
      let sent = try await codes.send(to: email)
      let code = try await mailbox.next(to: email, .signInCode).code
      server.clock.advance(by: 1)
      func send(_ key: String) async throws -> TestAPI.Answer {
        try await codes.signIn(sent, code, fields: ["Idempotency-Key": key])
      }
      #expect(try await send(Self.key).code == "second_factor_required")
      server.clock.advance(by: 1)
      let again = try await send(Self.key)
      #expect(again.code == "second_factor_required")
      #expect(try await send(Self.other).code == "challenge_used")
      let (begun, authenticator) = try await TestAuthenticator.enroll(
        server, in: again, binding: codes.binding)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        .object(codes.answer(begun, try authenticator.code()).merging(patch: ["method": "totp"])))
      #expect(session.status == 200)
      let changed = try await server.api.send(
        .post, "/v1/password/change", ["new_password": "another horse battery staple"],
        bearer: session.account)
      #expect(changed.status == 204)
      #expect(try await send(Self.key).code == "challenge_used")
    }
  }

  /// The key of a request that proves no challenge belongs to its body.
  @Test(arguments: [RepeatedRequest.newPassword, .backendUser, .invitation])
  func keyWithAnotherBodyIsRefused(_ request: RepeatedRequest) async throws {
    try await request.run { server, scene in
      #expect(try await scene.send(Self.key).status == request.status)
      let stored = try await scene.count()
      let (path, bodies): (String, [JSONValue]) =
        switch request {
        case .newPassword:
          (
            "/v1/password/change",
            [
              [
                "current_password": "another horse battery staple",
                "new_password": "a third password of mine",
              ]
            ]
          )
        case .backendUser:
          (
            "/v1/users",
            [
              ["email": "eve@example.com"],
              [
                "email": "ada@example.com", "password": "a third password of mine", "name": "Ada",
                "invite": true,
              ],
            ]
          )
        default:
          (
            "/v1/invitations",
            [["email": "eve@example.com"], ["email": "ada@example.com", "inviter": "Eve"]]
          )
        }
      for body in bodies {
        let answer = try await server.api.send(
          .post, path, body, bearer: scene.account, fields: ["Idempotency-Key": Self.key])
        #expect(answer.status == 422 && answer.code == "idempotency_key_reused", "\(answer.code ?? "")")
      }
      #expect(try await scene.count() == stored)
    }
  }

  /// An invitation that has been revoked does not come back.
  @Test func revokedInvitationStaysRevoked() async throws {
    try await RepeatedRequest.invitation.run { server, scene in
      let id = try #require(try await scene.send(Self.key)["id"].string)
      _ = try await server.api.send(.delete, "/v1/invitations/\(id)", bearer: scene.account)
      #expect(try await scene.send(Self.key).code == "not_found")
      #expect(try await scene.count() == 0)
    }
  }

  /// A key that two clients may choose does not give one of them the account of the other.
  @Test func guessableKeyMakesAnotherAnonymousUser() async throws {
    try await RepeatedRequest.anonymousUser.run { _, scene in
      let first = try await scene.send("1")
      let second = try await scene.send("1")
      #expect(first["user"]["id"] != second["user"]["id"])
    }
  }

  /// The key alone signs in nobody who has a password.
  @Test(arguments: [RepeatedRequest.password, .userName])
  func repetitionNeedsThePassword(_ request: RepeatedRequest) async throws {
    try await request.run { server, scene in
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

  @Test(arguments: [RepeatedRequest.password, .userName, .anonymousUser])
  func usedAnswerIsNotRepeated(_ request: RepeatedRequest) async throws {
    try await request.run { server, scene in
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
    try await RepeatedRequest.authenticator.run { server, scene in
      #expect(try await scene.send(Self.key)["recovery_codes"].array?.count == 10)
      let replaced = try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: scene.account)
      #expect(replaced.status == 200)
      let again = try await scene.send(Self.key)
      #expect(again.status == 200 && again["recovery_codes"] == nil)
    }
  }
}
