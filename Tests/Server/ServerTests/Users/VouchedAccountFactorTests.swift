import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardStore
import Encodings
import Testing

/// Second factors of an account that a backend has made (threat 10).
@Suite struct VouchedAccountFactorTests: VouchedAccountSuite {
  /// The factors that a signed-in user adds.
  enum Factor: CaseIterable {
    case authenticator, codes
  }

  @Test(
    "A session adds a second factor only after a proof: the first proof would remove the factor",
    arguments: Factor.allCases)
  func factor(_ factor: Factor) async throws {
    try await withAccount(Self.settings(["codes": ["email"]])) { server, mailbox, codes, _, _ in
      let session = try await codes.signIn(name, password: TestCodes.password)
      func adds() async throws -> TestAPI.Answer {
        switch factor {
        case .authenticator:
          try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: session.account)
        case .codes:
          try await server.api.send(
            .post, "/v1/second-factors/code", ["channel": "email"], bearer: session.account)
        }
      }
      let refused = try await adds()
      #expect(refused.status == 409 && refused.code == "unproven_address")
      _ = try await proves(.verification, server, mailbox, codes, session)
      // Codes need another way to sign in.
      #expect(
        try await server.api.send(
          .post, "/v1/password/change", ["new_password": "a password of the owner alone"],
          bearer: session.account
        ).status == 204)
      #expect(try await adds().status == 200)
    }
  }

  @Test("A sign-in with the password adds no second factor, and one with a code does")
  func enrollment() async throws {
    try await withAccount(Self.settings(["required": true])) { server, _, codes, _, user in
      for identifier in [email, phone, name] {
        let refused = try await codes.signIn(identifier, password: TestCodes.password)
        #expect(refused.status == 409 && refused.code == "unproven_address")
      }
      let waiting = try await codes.signIn(email)
      #expect(waiting["second_factor"]["enrollment_methods"]?.array?.contains("totp") == true)
      let (begun, authenticator) = try await TestAuthenticator.enroll(
        server, in: waiting, binding: codes.binding)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        .object(codes.answer(begun, try authenticator.code()).merging(patch: ["method": "totp"])))
      #expect(session["user"]["id"]?.string == user && session["user"]["email_verified"] == true)
    }
  }

  @Test("A user name, which nobody else can prove, keeps no second factor from the account")
  func userName() async throws {
    try await TestServer.runWithMail(Self.settings(["required": true])) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let body: JSONValue = ["username": .string(name), "password": .string(TestCodes.password)]
      _ = try await server.api.send(.post, "/v1/users", body, bearer: server.apiKey())
      let waiting = try await codes.signIn(name, password: TestCodes.password)
      let (begun, authenticator) = try await TestAuthenticator.enroll(server, in: waiting)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        ["challenge_id": begun["challenge_id"], "method": "totp", "code": .string(authenticator.code())])
      #expect(session.status == 200)
    }
  }

  @Test(
    "An address to which the server sends nothing keeps no second factor from the account",
    arguments: [nil, TestMailbox([.email])], [true, false])
  func unreachedAddress(_ mailbox: TestMailbox?, isDuringSignIn: Bool) async throws {
    let application: JSONObject = ["methods": ["password"], "password": ["identifiers": ["username"]]]
    let settings: JSONObject = [
      "applications": [
        .object(application.merging(patch: ["id": "default", "second_factor": ["required": true]])),
        .object(application.merging(patch: ["id": "game"])),
      ]
    ]
    try await TestServer.run(settings, mailbox: mailbox) { server in
      let codes = try TestCodes(server, mailbox ?? TestMailbox([]))
      let (member, address) = mailbox == nil ? ("email", email) : ("phone_number", phone)
      let body: JSONObject = [
        member: .string(address), "username": .string(name), "password": .string(TestCodes.password),
      ]
      _ = try await server.api.send(.post, "/v1/users", .object(body), bearer: server.apiKey())
      guard isDuringSignIn else {
        let session = try await codes.signIn(
          name, password: TestCodes.password, fields: ["Doorward-Application": "game"])
        _ = try await TestAuthenticator.add(server, bearer: session.account)
        return
      }
      let waiting = try await codes.signIn(name, password: TestCodes.password)
      let (begun, authenticator) = try await TestAuthenticator.enroll(server, in: waiting)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        ["challenge_id": begun["challenge_id"], "method": "totp", "code": .string(authenticator.code())])
      #expect(session.status == 200)
    }
  }
}
