import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSockets
import DoorwardSystem
import Testing

@testable import DoorwardPasswords

@Suite("Complete check of a new password", .timeLimit(.minutes(2)))
struct NewPasswordTests {
  private func refusal(_ text: String, _ policy: NewPasswordPolicy) async throws -> PasswordRefusal.Code? {
    let pool = try PasswordHashPool<Int>(hasher: fastHasher(), policy: policy, threads: 1, queueLimit: 1)
    do {
      _ = try await pool.check(
        text, by: .alone, context: PasswordContext(identifiers: ["alice"]), network: 0)
      return nil
    } catch let error as PasswordRefusal {
      return error.code
    }
  }

  @Test func everyPartOfTheCheckRefuses() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let list = try folder.write("a password of the list", to: "list")
    _ = try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: folder.path("blocked"))
    // A service that knows one password.
    let breached = try digest("a password of a breach")
    let service = try await RangeServer(breached)
    let policy = NewPasswordPolicy(
      blocklist: try PasswordBlocklist(path: folder.path("blocked")), breaches: service.range)
    #expect(try await refusal("too short", policy) == .tooShort)
    #expect(try await refusal("a password\0with a zero", policy) == .disallowedCharacter)
    #expect(try await refusal("a password of Alice", policy) == .containsIdentifier)
    #expect(try await refusal("a password of the list", policy) == .listed)
    // No refused password was sent to the service.
    #expect(service.requests == 0)
    #expect(try await refusal("a password of a breach", policy) == .listed)
    #expect(try await refusal("a password of no list", policy) == nil)
    #expect(service.requests == 2)
    await service.stop()
  }

  /// Passwords that are long enough, and easy to guess.
  static let guessable: [(String, PasswordAdvice)] = [
    (String(repeating: "a", count: 15), .repetition), (String(repeating: " ", count: 15), .repetition),
    (String(repeating: "\u{1F511}", count: 15), .repetition), ("passwordpassword", .commonWord),
    ("password password", .containsCommonWord), ("Passw0rd!Passw0rd!", .predictableSubstitution),
    ("123456789012345", .sequence), ("abcdefghijklmno", .sequence),
    ("qwertyuiopasdfghjkl", .commonWord), ("q1w2e3r4t5y6u7i8", .commonWord), ("qazwsxedcrfvtgb", .commonWord),
    ("poiuytrewqlkjhgf", .keyboardPattern), ("198719871987198719871987", .repetition),
    ("1305198713051987", .date), ("wsxedcrfvtgbyhn", .containsCommonWord),
    ("Correct horse battery staple", .commonWord),
    ("c-o-r-r-e-c-t-horse-batterystaple", .commonWord),
    ("парольпарольпароль", .repetition), ("ПРИВЕТпароль1234567", .containsCommonWord),
    ("日本語日本語日本語日本語日本語", .repetition),
    ("adalovelaceadalovelace", .containsOwnData), ("Lovelace1234567890", .containsOwnData),
    ("quillfeatherquillfeather", .containsApplicationName), ("Quillf3ather 12345", .containsApplicationName),
  ]
  private static let ada = PasswordContext(
    identifiers: ["ada.lovelace@example.com"], names: ["Ada Lovelace"], application: ["Quillfeather"])

  private func judged(
    _ text: String, _ context: PasswordContext = ada
  ) async throws -> (PasswordRefusal?, PasswordStrength) {
    let pool = try PasswordHashPool<Int>(hasher: fastHasher(), threads: 1, queueLimit: 1)
    let strength = try await pool.strength(of: text, by: .alone, context: context, network: 0)
    do {
      _ = try await pool.check(text, by: .alone, context: context, network: 0)
      return (nil, strength)
    } catch let refusal as PasswordRefusal {
      return (refusal, strength)
    }
  }

  @Test(arguments: guessable)
  func guessablePasswordIsRefusedWithItsReason(text: String, reason: PasswordAdvice) async throws {
    let (refusal, _) = try await judged(text)
    #expect(refusal?.code == .tooGuessable)
    #expect(refusal?.advice.contains(reason) == true, "\(text): \(String(describing: refusal?.advice))")
    #expect(refusal?.reason.contains(text) == false)
  }

  /// A meter that shows the score is never full for a password that the server refuses.
  @Test(
    arguments: guessable.map(\.0) + [
      "short", "8Kq!zR2#", "I am ada.lovelace@example.com, am I not?", "adalovelace and more words",
      "a bell \u{7} in a password", String(repeating: "8Kq!zR2#", count: 40), "eleven purple boots swim",
      "8Kq!zR2#vLw9Xp$m",
    ]) func estimateAndCheckAgree(text: String) async throws
  {
    let (refusal, strength) = try await judged(text)
    #expect(strength.refusal == refusal?.code)
    #expect((strength.score < PasswordStrength.lowestAccepted) == (refusal != nil))
    #expect(refusal?.code != .tooGuessable || strength.advice == refusal?.advice)
  }

  @Test(arguments: [
    "eleven purple boots swim", "8Kq!zR2#vLw9Xp$m", "сорок синих слонов", "四十匹の青い象が静かに泳いでいる夜",
  ])
  func passwordThatWithstandsGuessesIsAccepted(text: String) async throws {
    #expect(try await judged(text).0 == nil)
  }

  @Test func serviceWithoutAnAnswerRefusesNothing() async throws {
    let client = OutgoingHTTPClient()
    let range = BreachedPasswordRange(endpoint: "http://127.0.0.1:1/range/") { try await client.send($0) }
    #expect(try await refusal("a password of no list", NewPasswordPolicy(breaches: range)) == nil)
  }

  @Test func unreadableListIsAnError() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let list = try folder.write("a password of the list", to: "list")
    _ = try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: folder.path("blocked"))
    let policy = NewPasswordPolicy(blocklist: try PasswordBlocklist(path: folder.path("blocked")))
    try folder.truncate("blocked", to: 24)
    await #expect(throws: BlocklistError(.cannotRead, "")) {
      try await refusal("a password of no list", policy)
    }
  }
}

/// A range service on loopback that knows one breached password.
private struct RangeServer {
  private let transport: SocketTransport
  private let count = Monitor(0)
  let range: BreachedPasswordRange

  init(_ breached: PasswordDigest) async throws {
    let transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let digits = breached.hexadecimal
    let address = try transport.start { [count] request in
      count.withLock { $0 += 1 }
      let isAsked = request.path == "/range/\(digits.prefix(5))"
      return HTTPResponse(status: 200, body: isAsked ? Array("\(digits.dropFirst(5)):3".utf8) : [])
    }
    let client = OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: true))
    range = BreachedPasswordRange(endpoint: "http://\(address)/range/", timeout: .seconds(30)) {
      try await client.send($0)
    }
    self.transport = transport
  }

  var requests: Int { count.withLock { $0 } }

  func stop() async { await transport.drain(timeout: .zero) }
}
