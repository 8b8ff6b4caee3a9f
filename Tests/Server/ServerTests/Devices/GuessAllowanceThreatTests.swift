import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import Encodings
import Foundation
import Sampling
import Testing

/// Strangers cannot lock a user out: a known device has an allowance of its own (threat 34).
@Suite("Threat 34") struct GuessAllowanceThreatTests {
  private static let address = "ada@example.com"

  private func signIn(
    _ server: TestServer, password: String, _ device: HTTPFields = [:], identifier: String = Self.address
  ) async throws -> TestAPI.Answer {
    try await server.api.send(
      .post, "/v1/password/sign-in",
      ["identifier": .string(identifier), "password": .string(password)], fields: device)
  }

  /// Guesses passwords, with a pause before each, until no more are accepted.
  private func useUpGuesses(
    _ server: TestServer, _ device: HTTPFields = [:], identifier: String = Self.address
  ) async throws {
    for _ in 0..<GuessSettings().perIdentifier {
      let answer = try await signIn(server, password: "not the password", device, identifier: identifier)
      #expect(answer.code == "invalid_credentials")
      server.clock.advance(by: TimeInterval(GuessSettings().longestPause))
    }
    let answer = try await signIn(server, password: TestCodes.password, device, identifier: identifier)
    #expect(answer.code == "too_many_guesses")
  }

  @Test(
    "After 100 wrong passwords by strangers, the user's device signs in, and strangers do not",
    .takesLong("The server computes the hash of each guess."))
  func passwords() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let session = try await TestCodes(server, mailbox).registered(Self.address)
      try await useUpGuesses(server)
      #expect(try await signIn(server, password: TestCodes.password, session.device).status == 200)
    }
  }

  @Test("After 100 wrong codes by strangers, the user's device signs in with a code")
  func codes() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let user = try TestCodes(server, mailbox)
      let session = try await user.signIn(Self.address)
      let stranger = try TestCodes(server, mailbox)
      for _ in 0..<GuessSettings().perIdentifier {
        let challenge = try await stranger.send(to: Self.address)
        let code = try await mailbox.next(to: Self.address, .signInCode).code
        #expect(try await stranger.signIn(challenge, TestCodes.wrong(code)).code == "invalid_code")
        server.clock.advance(by: TimeInterval(GuessSettings().longestPause))
      }
      let challenge = try await user.send(to: Self.address, fields: session.device)
      let code = try await mailbox.next(to: Self.address, .signInCode).code
      #expect(try await user.signIn(challenge, code).code == "too_many_guesses")
      #expect(try await user.signIn(challenge, code, fields: session.device).status == 200)
    }
  }

  @Test(
    "The allowance of a device is bounded, and does not use up that of the identifier",
    .takesLong("The server computes the hash of each guess."))
  func bounded() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      try await useUpGuesses(server, session.device)
      #expect(try await signIn(server, password: TestCodes.password).status == 200)
      // The user's sign-in by another way does not clear the guesses of a device that an attacker may have.
      #expect(
        try await signIn(server, password: TestCodes.password, session.device).code == "too_many_guesses")
    }
  }

  @Test("The fifth wrong password of a known device makes it wait, as that of an unknown device")
  func pauses() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let session = try await TestCodes(server, mailbox).registered(Self.address)
      for _ in 0...GuessSettings().free {
        #expect(try await signIn(server, password: "not the password", session.device).status == 401)
      }
      let early = try await signIn(server, password: TestCodes.password, session.device)
      #expect(early.code == "too_many_guesses" && early.fields["Retry-After"] == "1")
    }
  }

  @Test(
    "A token of another user's device, a forged one, or one from before a reset has no allowance",
    .takesLong("The server computes the hash of each guess."))
  func strangersTokens() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      let eve = try await TestCodes(server, mailbox).registered("eve@example.com")
      server.clock.advance(by: 1)
      // A reset may be the answer to a stolen password. The devices of sign-ins before it are not known anymore.
      let challenge = try await server.api.send(
        .post, "/v1/password/reset",
        ["identifier": .string(Self.address), "binding": .string(codes.binding.value)])
      var body = codes.answer(
        challenge, try await mailbox.next(to: Self.address, .passwordReset).code)
      body["new_password"] = .string(TestCodes.password)
      let reset = try await server.api.send(.post, "/v1/password/reset/confirm", .object(body))
      #expect(reset.status == 200)
      try await useUpGuesses(server)
      for device in [session.device, eve.device, ["Doorward-Device": "AAAA"]] {
        #expect(
          try await signIn(server, password: TestCodes.password, device).code == "too_many_guesses")
      }
      #expect(try await signIn(server, password: TestCodes.password, reset.device).status == 200)
    }
  }

  @Test("Of many guesses from a device at the same time, no more than the limit are compared")
  func parallel() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let session = try await TestCodes(server, mailbox).registered(Self.address)
      let device = session.device
      let answers = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<30 {
          group.addTask { try await signIn(server, password: "not the password", device).code }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0 == "invalid_credentials" } == Int(GuessSettings().free) + 1)
    }
  }

  @Test("An attacker with a session guesses the password, and the owner changes it after a sign-in")
  func attackerWithASession() async throws {
    let limits: JSONObject = ["guesses_without_pause": 5, "guesses_per_identifier": 5, "code_pause": 0]
    try await TestServer.runWithMail(["rate_limits": .object(limits)]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let stolen = try await codes.registered(Self.address).account
      func change(from password: String, _ bearer: String) async throws -> TestAPI.Answer {
        try await server.api.send(
          .post, "/v1/password/change",
          ["current_password": .string(password), "new_password": "a new long password"], bearer: bearer)
      }
      for _ in 0..<5 {
        #expect(try await change(from: "not the password", stolen).code == "invalid_credentials")
      }
      let locked = try await change(from: TestCodes.password, stolen)
      #expect(locked.code == "too_many_guesses" && locked.fields["Retry-After"] == "86400")
      let owner = try await codes.signIn(Self.address).account
      #expect(try await change(from: TestCodes.password, owner).status == 204)
    }
  }
}
