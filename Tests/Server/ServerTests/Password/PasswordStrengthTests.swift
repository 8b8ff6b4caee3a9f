import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The estimate of a password while its user types.
@Suite struct PasswordStrengthTests {
  private func strength(
    _ server: TestServer, _ password: String, _ identifiers: [String] = []
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/password/strength",
      ["password": .string(password), "identifiers": .strings(identifiers)])
  }

  @Test("The estimate has a score, and codes of the reasons why the password is weak")
  func estimate() async throws {
    try await TestServer.runWithMail { server, _ in
      let weak = try await strength(server, "password")
      #expect(weak.status == 200 && weak.fields["Cache-Control"] == "no-store")
      #expect(
        weak.json == ["score": 0, "advice": ["add_words", "common_word"], "refusal": "password_too_short"])
      #expect(try await strength(server, TestCodes.password).json == ["score": 4, "advice": []])
    }
  }

  @Test("Texts about the user and the application that an attacker may know make a password weak")
  func knownWords() async throws {
    let settings: JSONObject = ["applications": [["id": "app", "name": "Quillfeather Bank"]]]
    try await TestServer.runWithMail(settings) { server, _ in
      for (password, identifiers, reason) in [
        ("zebulonmoonstone", ["zebulon.moonstone@example.com"], "contains_own_data"),
        ("quillfeatherbank", [], "contains_application_name"),
      ] {
        let known = try await strength(server, password, identifiers)
        #expect(known.json["advice"]?.array?.contains(.string(reason)) == true, "\(known)")
        #expect(known.json["refusal"] != nil)
      }
    }
  }

  @Test("Neither the password nor an identifier is in the log")
  func log() async throws {
    try await TestServer.runWithMail { server, _ in
      _ = try await strength(server, "a very secret text", ["ada@example.com"])
      _ = try await strength(server, String(repeating: "a very secret text", count: 300))
      try await wait(until: "both requests are logged") {
        server.log.requests("/v1/password/strength").count == 2
      }
      #expect(!server.log.text.contains("very secret") && !server.log.text.contains("ada@example.com"))
    }
  }

  @Test("A text that is no password is refused with a code")
  func refusals() async throws {
    try await TestServer.runWithMail { server, _ in
      #expect(try await strength(server, String(repeating: "a", count: 4096)).status == 200)
      for (text, code) in [
        ("", "password_too_short"), (String(repeating: "a", count: 4097), "password_too_long"),
      ] {
        let answer = try await strength(server, text)
        #expect(answer.status == 422 && answer.code == code)
      }
      let wrong = try await server.api.send(
        .post, "/v1/password/strength", ["password": "a", "identifiers": "ada@example.com"])
      #expect(wrong.status == 400 && wrong.code == "wrong_type")
    }
  }

  @Test("Estimates of the app and of the page count as challenges of their network")
  func limit() async throws {
    let settings: JSONObject = [
      "development": false, "rate_limits": ["challenge_per_minute": 3],
      "applications": [
        ["id": "app", "methods": ["password", "siwe"], "password": ["identifiers": ["username"]]]
      ],
    ]
    try await TestServer.run(settings) { server async throws in
      let page = TestBrowser(server)
      let ask = { try await page.send(.post, "/session/password/strength", ["password": "password"]) }
      #expect(try await strength(server, "password").status == 200)
      #expect(try await ask().json["score"] == 0)
      #expect(try await EthereumTestWallet().challenge(server, TestBinding()).status == 200)
      #expect(try await ask().code == "rate_limited")
      #expect(try await strength(server, "password").fields["Retry-After"] != nil)
    }
  }

  @Test("An application without passwords has no estimate")
  func notOffered() async throws {
    try await TestServer.runWithMail(["applications": [["id": "app", "methods": ["siwe"]]]]) { server, _ in
      let answer = try await strength(server, "password")
      #expect(answer.status == 403 && answer.code == "method_not_offered")
    }
  }
}
