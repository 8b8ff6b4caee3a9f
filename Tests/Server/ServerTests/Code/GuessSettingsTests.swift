import DoorwardDelivery
import DoorwardServer
import DoorwardServerRules
import DoorwardSessions
import Encodings
import Testing

/// The operator chooses how often a password or a code may be guessed.
@Suite struct GuessSettingsTests {
  private static let limits: JSONObject = [
    "code_pause": 0, "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000,
    "sign_in_per_minute": 10_000, "guesses_per_challenge": 2, "guesses_without_pause": 2,
    "guesses_per_identifier": 5, "longest_guess_pause": 2, "guess_memory": 60,
  ]

  @Test func configurationHasEachLimit() throws {
    let limits = try ServerConfiguration(
      ConfigurationTree(file: ["rate_limits": .object(Self.limits)])
    ).rateLimits
    var guesses = GuessSettings()
    (guesses.perChallenge, guesses.free, guesses.perIdentifier) = (2, 2, 5)
    (guesses.longestPause, guesses.memory) = (2, 60)
    #expect(limits.guesses == guesses && limits.userCodePerSession == 10)
    #expect(try ServerConfiguration(ConfigurationTree()).rateLimits.guesses == GuessSettings())
  }

  @Test func pauseGrowsFromTheFirstGuessThatIsNotFree() {
    var settings = GuessSettings()
    #expect((3...9).map { settings.pause(after: $0) } == [0, 0, 1, 2, 4, 8, 16])
    #expect(settings.pause(after: 99) == 900 && settings.pause(after: 100) == 24 * 3600)
    (settings.free, settings.perIdentifier, settings.longestPause) = (1, 4, 1)
    settings.memory = 60
    #expect((1...5).map { settings.pause(after: $0) } == [0, 1, 1, 60, 60])
  }

  @Test func limitBelowTheFreeGuessesCounts() {
    var settings = GuessSettings()
    (settings.free, settings.perIdentifier) = (80, 20)
    #expect(settings.pause(after: 19) == 0 && settings.pause(after: 20) == settings.memory)
  }

  @Test func pauseDoesNotForgetTheGuesses() throws {
    let limits = try ServerConfiguration(
      ConfigurationTree(file: ["rate_limits": ["guess_memory": 60, "longest_guess_pause": 61]])
    ).rateLimits
    #expect(limits.guesses.memory == 61)
  }

  @Test func serverUsesTheLimits() async throws {
    try await TestServer.runWithMail(["rate_limits": .object(Self.limits)]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.registered("ada@example.com")
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      for _ in 0..<2 {
        #expect(try await codes.signIn(challenge, TestCodes.wrong(code)).code == "invalid_code")
      }
      #expect(try await codes.signIn(challenge, code).code == "code_exhausted")

      func guess() async throws -> String? {
        try await codes.signIn("ada@example.com", password: "not the password").code
      }
      for _ in 0..<3 { #expect(try await guess() == "invalid_credentials") }
      #expect(try await guess() == "too_many_guesses")
      for _ in 0..<2 {
        server.clock.advance(by: 2)
        #expect(try await guess() == "invalid_credentials")
      }
      server.clock.advance(by: 59)
      #expect(try await guess() == "too_many_guesses")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
    }
  }
}
