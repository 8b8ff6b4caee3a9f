import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// The identifiers of a user together have as many guesses in a row as each of them.
@Suite("Guesses of all identifiers of a user") struct AccountGuessTests {
  private static let settings: JSONObject = [
    "applications": [
      [
        "id": "app", "methods": ["password", "code"],
        "password": ["identifiers": ["email", "phone_number", "username"]],
      ]
    ],
    "rate_limits": [
      "guesses_without_pause": 10, "guesses_per_identifier": 6, "guesses_per_challenge": 3, "code_pause": 0,
      "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000, "sign_in_per_minute": 10_000,
    ],
  ]
  private static let email = "ada@example.com"
  private static let phone = "+4915123456789"

  /// A user with an email address, a phone number and a user name, and a session of the user.
  private func registered(_ codes: TestCodes) async throws -> TestAPI.Answer {
    let session = try await codes.registered(Self.email)
    let named = try await codes.server.api.send(
      .patch, "/v1/user", ["username": "lovelace"], bearer: session.account)
    #expect(named.status == 200)
    let challenge = try await send(
      codes, "phone_number", Self.phone, purpose: "verify", bearer: session.account)
    let code = try await codes.mailbox.next(to: Self.phone, .verifyAddress).code
    let verified = try await codes.server.api.send(
      .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: session.account)
    #expect(verified["phone_number"] == .string(Self.phone))
    // A code that was sent at the time of the change would be void.
    codes.server.clock.advance(by: 1)
    return session
  }

  private func send(
    _ codes: TestCodes, _ member: String, _ address: String, purpose: String = "sign_in",
    bearer: String? = nil
  ) async throws -> TestAPI.Answer {
    try await codes.server.api.send(
      .post, "/v1/code/send",
      .object([
        member: .string(address), "purpose": .string(purpose), "binding": .string(codes.binding.value),
      ]), bearer: bearer)
  }

  /// Guesses the password three times by each of two identifiers.
  private func useUpGuesses(_ codes: TestCodes) async throws {
    for identifier in ["lovelace", Self.phone] {
      for _ in 0..<3 {
        #expect(
          try await codes.signIn(identifier, password: "not the password").code == "invalid_credentials")
      }
    }
  }

  @Test("After guesses by two identifiers the right password is refused as a wrong one, for a day")
  func passwords() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await registered(codes)
      try await useUpGuesses(codes)
      let wrong = try await codes.signIn("nobody@example.com", password: TestCodes.password)
      for identifier in [Self.email, "lovelace", Self.phone] {
        let locked = try await codes.signIn(identifier, password: TestCodes.password)
        #expect(
          locked.status == wrong.status && locked.code == wrong.code && locked["detail"] == wrong["detail"])
      }
      let known = try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": .string(Self.email), "password": .string(TestCodes.password)], fields: session.device)
      #expect(known.status == 200)
    }
  }

  @Test("The identifiers accept the right password again after a day")
  func lockEnds() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await registered(codes)
      try await useUpGuesses(codes)
      server.clock.advance(by: 24 * 3600 - 1)
      #expect(try await codes.signIn(Self.email, password: TestCodes.password).status == 401)
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(Self.email, password: TestCodes.password).status == 200)
    }
  }

  @Test("A sign-in with a code ends the lock of the passwords")
  func otherMethod() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await registered(codes)
      try await useUpGuesses(codes)
      #expect(try await codes.signIn(Self.email, password: TestCodes.password).status == 401)
      #expect(try await codes.signIn(Self.email).status == 200)
      #expect(try await codes.signIn("lovelace", password: TestCodes.password).status == 200)
    }
  }

  @Test("Wrong codes by mail and SMS count together")
  func wrongCodes() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await registered(codes)
      for (member, address) in [("email", Self.email), ("phone_number", Self.phone)] {
        let challenge = try await send(codes, member, address)
        let code = try await mailbox.next(to: address, .signInCode).code
        for _ in 0..<3 {
          #expect(try await codes.signIn(challenge, TestCodes.wrong(code)).code == "invalid_code")
        }
      }
      let challenge = try await codes.send(to: Self.email)
      let code = try await mailbox.next(to: Self.email, .signInCode).code
      #expect(try await codes.signIn(challenge, code).code == "invalid_code")
      #expect(try await codes.signIn(Self.email, password: TestCodes.password).status == 200)
      #expect(try await codes.signIn(challenge, code).status == 200)
    }
  }
}
