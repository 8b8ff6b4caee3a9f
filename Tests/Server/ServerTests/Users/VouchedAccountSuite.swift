import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The ways in which the owner proves the mail for the first time.
enum FirstProof: CaseIterable {
  case code, reset, page, verification, change
}

/// Tests of an account that a backend has made, with a mail, a phone number, a user name and a password.
protocol VouchedAccountSuite {}

extension VouchedAccountSuite {
  var email: String { "ada@example.com" }
  var phone: String { "+4915123456789" }
  var name: String { "ada_l" }
  static var settings: JSONObject { ["applications": [["id": "default"], ["id": "game"]]] }

  /// The settings of an application with a policy of second factors.
  static func settings(_ secondFactor: JSONObject) -> JSONObject {
    ["applications": [["id": "default", "second_factor": .object(secondFactor)], ["id": "game"]]]
  }

  /// A server with an account that the backend of the first application has made.
  func withAccount(
    _ settings: JSONObject = Self.settings,
    _ body: (TestServer, TestMailbox, TestCodes, _ key: String, _ user: String) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(settings) { server, mailbox in
      let key = try await server.apiKey()
      let created = try await server.api.send(
        .post, "/v1/users",
        [
          "email": .string(email), "phone_number": .string(phone), "username": .string(name),
          "password": .string(TestCodes.password), "app_metadata": ["plan": "pro"],
        ], bearer: key)
      #expect(created.status == 201)
      server.clock.advance(by: 1)
      try await body(server, mailbox, TestCodes(server, mailbox), key, #require(created["id"].string))
    }
  }

  static func isSignedIn(_ answer: TestAPI.Answer) -> Bool {
    answer.status == 200 || answer.code == "second_factor_required"
  }

  /// Proves the mail, and returns the user as the owner sees it.
  func proves(
    _ proof: FirstProof, _ server: TestServer, _ mailbox: TestMailbox, _ codes: TestCodes,
    _ planted: TestAPI.Answer
  ) async throws -> JSONValue {
    switch proof {
    case .code:
      return try #require(try await codes.signIn(email).json["user"])
    case .reset:
      let reset = try await codes.reset(email)
      let answer = try await codes.confirm(
        reset, mailbox.next(to: email, .passwordReset).code, "a password of the owner alone")
      return try #require(answer.json["user"])
    case .page:
      let browser = TestBrowser(server)
      let sent = try await browser.send(
        .post, "/session/code/send", ["email": .string(email), "purpose": "sign_in"])
      let code = try await mailbox.next(to: email, .signInCode).code
      let answer = try await browser.send(
        .post, "/session/code/sign-in", ["challenge_id": sent["challenge_id"], "code": .string(code)])
      #expect(answer.status == 200)
      return try await browser.send(.get, "/session/state")["user"]
    case .verification, .change:
      let isChange = proof == .change
      let address = isChange ? "ada@new.example.com" : email
      let sent = try await codes.send(
        to: address, purpose: isChange ? "change" : "verify", bearer: planted.account)
      let code = try await mailbox.next(to: address, isChange ? .changeAddress : .verifyAddress).code
      let answer = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: planted.account)
      #expect(answer.status == 200)
      return try #require(try await server.user(planted))
    }
  }
}
