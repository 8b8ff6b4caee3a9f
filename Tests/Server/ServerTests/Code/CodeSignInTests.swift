import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// One-time codes by email and SMS.
@Suite struct CodeSignInTests {
  @Test("A code signs up a new user, and signs in the same user later")
  func signUpAndSignIn() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let first = try await TestCodes(server, mailbox).signIn("ada@example.com")
      #expect(first.status == 200)
      #expect(first["is_new_user"] == true)
      let user = try #require(first.json["user"])
      #expect(user["email"] == "ada@example.com" && user["email_verified"] == true)
      #expect(user["has_password"] == false)
      #expect(user["identities"]?[0]?["type"] == "email")
      let claims = try first.claims("access_token")
      #expect(claims["amr"] == ["otp"] && claims["acr"] == "urn:doorward:acr:email-code")
      let second = try await TestCodes(server, mailbox).signIn("ADA@example.com")
      #expect(second["is_new_user"] == false && second.json["user"]?["id"] == user["id"])
    }
  }

  @Test("A code by SMS proves the phone number")
  func sms() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await server.api.send(
        .post, "/v1/code/send",
        ["phone_number": "+49 1512 3456789", "binding": .string(codes.binding.value)])
      #expect(challenge.status == 202)
      let code = try await mailbox.next(to: "+4915123456789", .signInCode).code
      let session = try await codes.signIn(challenge, code)
      #expect(session.json["user"]?["phone_number"] == "+4915123456789")
      #expect(try session.claims("access_token")["amr"] == ["sms"])
    }
  }

  @Test(
    "An application that is closed to new users sends no code to an unknown address, and answers the same")
  func closedSignUp() async throws {
    let closed: JSONObject = [
      "applications": [["id": "open"], ["id": "closed", "sign_up": "closed"]]
    ]
    try await TestServer.runWithMail(closed) { server, mailbox in
      let field: HTTPFields = ["Doorward-Application": "closed"]
      let codes = try TestCodes(server, mailbox)
      // The operator has made the account for the application, so it is not a new user.
      _ = try await server.administer { try await $0.createUser(["email": "ada@example.com"], for: "closed") }
      let known = try await codes.send(to: "ada@example.com", fields: field)
      let unknown = try await codes.send(to: "eve@example.com", fields: field)
      #expect(known.status == 202 && unknown.status == 202)
      let (one, other) = (known["challenge_id"].string ?? "", unknown["challenge_id"].string ?? "")
      #expect(one.count == other.count)
      #expect(known.json.object?.map(\.key) == unknown.json.object?.map(\.key))
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      #expect(try await codes.signIn(unknown, code, fields: field).code == "invalid_code")
      #expect(try await codes.signIn(known, code, fields: field).status == 200)
      #expect(!mailbox.all.contains { $0.recipient == "eve@example.com" })
    }
  }

  @Test("An address outside of the listed domains cannot sign up")
  func emailDomains() async throws {
    let settings: JSONObject = ["applications": [["id": "work", "email_domains": ["example.com"]]]]
    try await TestServer.runWithMail(settings) { server, mailbox in
      #expect(try await TestCodes(server, mailbox).signIn("ada@example.com").status == 200)
      let codes = try TestCodes(server, mailbox)
      #expect(try await codes.send(to: "eve@example.org").status == 202)
      #expect(!mailbox.all.contains { $0.recipient == "eve@example.org" })
      let wallet = try await EthereumTestWallet().signIn(server)
      #expect(wallet.code == "email_domain_not_allowed")
    }
  }

  @Test("A code signs in once")
  func singleUse() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let outcomes = try await inParallel(5) { _ in try await codes.signIn(challenge, code).status }
      #expect(outcomes.filter { $0 == 200 }.count == 1)
      #expect(try await codes.signIn(challenge, code).status == 401)
    }
  }

  @Test("The same request with the same key gets the same session")
  func repetition() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let key: HTTPFields = ["Idempotency-Key": "once"]
      let first = try await codes.signIn(challenge, code, fields: key)
      let again = try await codes.signIn(challenge, code, fields: key)
      #expect(first.status == 200 && first["session_id"] == again["session_id"])
    }
  }

  @Test("A code expires after five minutes")
  func expiry() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      server.clock.advance(by: 301)
      #expect(try await codes.signIn(challenge, code).code == "challenge_expired")
    }
  }

  @Test("A code is accepted as it was pasted", arguments: [" %@ ", "%@\n"])
  func pasted(format: String) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let typed = format.replacing("%@", with: "\(code.prefix(3))-\(code.suffix(3))")
      #expect(try await codes.signIn(challenge, typed).status == 200)
    }
  }

  @Test(
    "A text that is no address is refused with a reason",
    arguments: [
      ("ada", "email_incomplete"), ("ada@", "email_incomplete"),
      ("a b@example.com", "email_local_part_invalid"),
      ("ada@example..com", "email_domain_invalid"), ("", "identifier_empty"),
    ])
  func malformedAddress(text: String, code: String) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let answer = try await TestCodes(server, mailbox).send(to: text)
      #expect(answer.status == 422 && answer.code == code)
    }
  }

  @Test("A request with both addresses or without an address is refused")
  func ambiguousAddress() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let binding = JSONValue.string(try TestBinding().value)
      let both = try await server.api.send(
        .post, "/v1/code/send",
        ["email": "ada@example.com", "phone_number": "+4915123456789", "binding": binding])
      #expect(both.status == 422 && both.code == "ambiguous_address")
      #expect(
        try await server.api.send(.post, "/v1/code/send", ["binding": binding]).code == "missing_address")
    }
  }

  @Test("A server without delivery does not offer codes")
  func noDelivery() async throws {
    try await TestServer.run { server in
      let answer = try await server.api.send(
        .post, "/v1/code/send",
        ["email": "ada@example.com", "binding": .string(try TestBinding().value)])
      #expect(answer.status == 403 && answer.code == "method_not_offered")
    }
  }

  @Test("The configuration lists methods, channels, the length of codes and the rules of passwords")
  func configuration() async throws {
    try await TestServer.runWithMail { server, _ in
      let configuration = try await server.api.send(.get, "/v1/config")
      #expect(configuration["methods"] == ["password", "code", "passkey", "siwe", "near"])
      #expect(configuration["code_length"] == 6 && configuration["code_channels"] == ["email", "sms"])
      #expect(configuration["password_rules"]["minimum_length"] == 12)
      #expect(configuration["password_identifiers"] == ["email", "phone_number"])
    }
  }
}
