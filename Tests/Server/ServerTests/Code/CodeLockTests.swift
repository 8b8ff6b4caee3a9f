import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// The lock of an address whose codes were guessed too often (case 6).
@Suite struct CodeLockTests {
  private static let limits: JSONObject = [
    "rate_limits": [
      "code_pause": 0, "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000,
      "sign_in_per_minute": 10_000,
    ]
  ]
  private static let address = "ada@example.com"
  /// The longest pause between two guesses, and the time of the lock, in seconds.
  private static let pause: TimeInterval = 900
  private static let day: TimeInterval = 24 * 3600

  @Test("After 100 wrong codes in a row the address takes no code for 24 hours, and then the right one")
  func lockEndsAfterADay() async throws {
    try await TestServer.runWithMail(Self.limits) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered(Self.address)
      try await guessOften(codes, server, mailbox)
      let (first, code) = try await sent(codes, mailbox)
      let locked = try await codes.signIn(first, code)
      #expect(locked.status == 429 && locked.code == "too_many_guesses")
      #expect(locked.fields["Retry-After"] == "86400")
      server.clock.advance(by: Self.day - 1)
      let (second, laterCode) = try await sent(codes, mailbox)
      let refused = try await codes.signIn(second, laterCode)
      #expect(refused.code == "too_many_guesses" && refused.fields["Retry-After"] == "1")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(second, laterCode).status == 200)
    }
  }

  @Test("The lock of the codes of an address does not lock its password, and a sign-in with it ends the lock")
  func signInEndsTheLock() async throws {
    try await TestServer.runWithMail(Self.limits) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered(Self.address)
      try await guessOften(codes, server, mailbox)
      let (challenge, code) = try await sent(codes, mailbox)
      #expect(try await codes.signIn(challenge, code).code == "too_many_guesses")
      #expect(try await codes.signIn(Self.address, password: TestCodes.password).status == 200)
      #expect(try await codes.signIn(challenge, code).status == 200)
    }
  }

  /// Guesses 100 codes wrong, each after the longest pause.
  private func guessOften(_ codes: TestCodes, _ server: TestServer, _ mailbox: TestMailbox) async throws {
    for _ in 0..<100 {
      server.clock.advance(by: Self.pause)
      let (challenge, code) = try await sent(codes, mailbox)
      #expect(try await codes.signIn(challenge, TestCodes.wrong(code)).code == "invalid_code")
    }
  }

  private func sent(
    _ codes: TestCodes, _ mailbox: TestMailbox
  ) async throws -> (challenge: TestAPI.Answer, code: String) {
    (
      try await codes.send(to: Self.address),
      try await mailbox.next(to: Self.address, .signInCode).code
    )
  }
}
