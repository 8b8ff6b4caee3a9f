import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A new password that is easy to guess is refused, in every way in which a user gets one.
@Suite struct GuessablePasswordTests {
  enum Way: CaseIterable, Sendable { case signUp, userName, change, reset, backend }

  private static let email = "ada.lovelace@example.com"
  private static let settings: JSONObject = [
    "applications": [
      [
        "id": "app", "name": "Quillfeather",
        "password": ["identifiers": ["email", "phone_number", "username"]],
      ]
    ]
  ]
  /// The passwords, and the first reason.
  private static let guessable: [(String, String)] = [
    (String(repeating: "a", count: 15), "repetition"), ("passwordpassword", "repetition"),
    (String(repeating: " ", count: 15), "repetition"), ("123456789012345", "sequence"),
    ("correct horse battery staple", "common_word"), ("quillfeather123456", "contains_application_name"),
    ("adalovelace12345", "contains_own_data"),
  ]

  @Test("A guessable password is refused with its reason", arguments: Way.allCases)
  func refusal(way: Way) async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let send = try await sender(way, codes)
      // More passwords than a code has tries: a refused password is not a guess.
      for (password, reason) in Self.guessable
      // A user name without an address: the password contains nothing of the user.
      where way != .userName || reason != "contains_own_data" {
        let answer = try await send(password)
        #expect(answer.status == 422 && answer.code == "password_too_guessable", "\(password): \(answer)")
        #expect(answer["advice"].array?.first?.string == reason, "\(password): \(answer)")
        #expect(!(answer["detail"].string ?? "").contains(password))
      }
      #expect(try await send("eleven purple shoes swim").status < 300)
    }
  }

  @Test("A wrong code with a guessable password is a guess")
  func wrongCode() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered(Self.email)
      let challenge = try await codes.reset(Self.email)
      let code = try await mailbox.next(to: Self.email, .passwordReset).code
      let password = Self.guessable[0].0
      for _ in 0..<4 {
        #expect(try await codes.confirm(challenge, TestCodes.wrong(code), password).code == "invalid_code")
      }
      // The right code takes back its own guess alone.
      for _ in 0..<2 {
        #expect(try await codes.confirm(challenge, code, password).code == "password_too_guessable")
      }
      #expect(try await codes.confirm(challenge, TestCodes.wrong(code), password).code == "invalid_code")
      #expect(try await codes.confirm(challenge, code, password).code == "code_exhausted")
    }
  }

  /// A request with a new password.
  private func sender(
    _ way: Way, _ codes: TestCodes
  ) async throws -> (String) async throws -> TestAPI.Answer {
    let api = codes.server.api
    switch way {
    case .signUp: return { try await codes.signUp(Self.email, $0) }
    case .userName:
      return {
        try await api.send(.post, "/v1/password/sign-up", ["username": "lovelace", "password": .string($0)])
      }
    case .change:
      let session = try await codes.registered(Self.email)
      return {
        try await api.send(
          .post, "/v1/password/change",
          ["current_password": .string(TestCodes.password), "new_password": .string($0)],
          bearer: session.account)
      }
    case .reset:
      _ = try await codes.registered(Self.email)
      let challenge = try await codes.reset(Self.email)
      let code = try await codes.mailbox.next(to: Self.email, .passwordReset).code
      return { try await codes.confirm(challenge, code, $0) }
    case .backend:
      let key = try await codes.server.apiKey()
      return {
        try await api.send(
          .post, "/v1/users", ["email": .string(Self.email), "password": .string($0)], bearer: key)
      }
    }
  }
}
