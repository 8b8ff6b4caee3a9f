import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A sign-up sets nothing but what its fields are for (case 13).
@Suite struct SignUpThreatTests {
  /// Members of a user and of a session, as if the client could set them.
  private static let forged: JSONObject = [
    "id": "01890000-0000-7000-8000-000000000000", "kind": "anonymous", "created_at": "2000-01-01T00:00:00Z",
    "app_metadata": ["role": "admin"], "metadata": ["role": "admin"], "roles": ["admin"],
    "picture": "https://evil.example/", "has_password": true, "email_verified": true,
    "phone_number_verified": true, "identities": [["type": "ethereum", "identifier": "0x00"]],
    "is_new_user": false, "acr": "urn:doorward:acr:hardware", "amr": ["hwk"], "scope": "users:write",
    "user": ["id": "01890000-0000-7000-8000-000000000000", "app_metadata": ["role": "admin"]],
  ]

  private func forging(_ body: JSONObject) -> JSONValue { .object(Self.forged.merging(patch: body)) }

  /// Checks the user of a new session, who has one identity.
  private func expectOrdinary(
    _ session: TestAPI.Answer, hasPassword: Bool, hasEmail: Bool,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let user = session["user"]
    #expect(session.status == 200 && session["is_new_user"] == true, sourceLocation: location)
    #expect(user["id"]?.string != Self.forged["id"]?.string, sourceLocation: location)
    #expect(user["created_at"]?.string?.hasPrefix("2000") == false, sourceLocation: location)
    #expect(user["has_password"] == .bool(hasPassword), sourceLocation: location)
    #expect(user["email_verified"] == .bool(hasEmail), sourceLocation: location)
    #expect(user["phone_number_verified"] == false, sourceLocation: location)
    #expect(user["identities"]?.array?.count == 1, sourceLocation: location)
    #expect(user["picture"]?.string == nil, sourceLocation: location)
    for name in ["metadata", "app_metadata"] {
      #expect(user[name] == [:], "\(name)", sourceLocation: location)
    }
    #expect(user["roles"] == nil, sourceLocation: location)
    let claims = try session.claims("access_token")
    #expect(
      claims["acr"] != Self.forged["acr"] && claims["amr"] != Self.forged["amr"], sourceLocation: location)
    #expect(claims["scope"] != Self.forged["scope"], sourceLocation: location)
  }

  @Test("A sign-up by password or code ignores members of a user")
  func passwordsAndCodes() async throws {
    let settings: JSONObject = [
      "applications": [
        ["id": "app", "methods": ["password", "code"], "password": ["identifiers": ["email", "username"]]]
      ]
    ]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await server.api.send(
        .post, "/v1/password/sign-up",
        forging([
          "email": "ada@example.com", "password": .string(TestCodes.password),
          "binding": .string(codes.binding.value),
        ]))
      let code = try await mailbox.next(to: "ada@example.com", .signUpCode).code
      let byAddress = try await server.api.send(
        .post, "/v1/code/verify", forging(codes.answer(challenge, code)))
      try expectOrdinary(byAddress, hasPassword: true, hasEmail: true)

      let byName = try await server.api.send(
        .post, "/v1/password/sign-up",
        forging(["username": "lovelace", "password": .string(TestCodes.password)]))
      try expectOrdinary(byName, hasPassword: true, hasEmail: false)

      let sent = try await server.api.send(
        .post, "/v1/code/send",
        forging(["email": "bob@example.com", "binding": .string(codes.binding.value)]))
      let answer = codes.answer(sent, try await mailbox.next(to: "bob@example.com", .signInCode).code)
      let byCode = try await server.api.send(.post, "/v1/code/sign-in", forging(answer))
      try expectOrdinary(byCode, hasPassword: false, hasEmail: true)
    }
  }

  @Test("A sign-up by wallet or passkey ignores members of a user")
  func walletsAndPasskeys() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      let proof = try await EthereumTestWallet().proof(server)
      let byWallet = try await server.api.send(.post, "/v1/ethereum/sign-in", forging(proof))
      try expectOrdinary(byWallet, hasPassword: false, hasEmail: false)

      // `id` and `user` have a meaning in the response of an authenticator.
      let others = Self.forged.merging(patch: ["id": .null, "user": .null])
      var passkey = try TestPasskey(server)
      let options = try await server.api.send(
        .post, "/v1/passkeys/registration/options",
        forging(["binding": .string(passkey.binding.value)]))
      let byPasskey = try await passkey.register(others.merging(patch: passkey.registration(options)))
      try expectOrdinary(byPasskey, hasPassword: false, hasEmail: false)
    }
  }

  @Test("An anonymous sign-in ignores members of a user")
  func anonymousUsers() async throws {
    try await TestServer.run(["applications": [["id": "app", "methods": ["anonymous"]]]]) { server in
      let session = try await server.api.send(.post, "/v1/anonymous", .object(Self.forged))
      #expect(session.status == 200 && session["user"]["kind"] == "anonymous")
      #expect(session["user"]["id"] != Self.forged["id"])
      #expect(session["user"]["has_password"] == false && session["user"]["email_verified"] == false)
      for name in ["metadata", "app_metadata"] { #expect(session["user"][name] == [:], "\(name)") }
      #expect(session["user"]["identities"] == [])
    }
  }
}
