import DoorwardServerRules
import Encodings
import Testing

@testable import DoorwardPasswords

@Suite("Rules for new passwords")
struct PasswordRulesTests {
  private let rules = PasswordRules.alone

  /// The code of the refusal; nil if the rules accept the password.
  private func refusal(
    _ text: String, minimumLength: Int? = nil, context: PasswordContext = PasswordContext()
  ) -> PasswordRefusal.Code? {
    var rules = rules
    if let minimumLength { rules.minimumLength = minimumLength }
    do throws(PasswordRefusal) {
      _ = try rules.prepare(rules.enter(text), context: context)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func passwordsHaveAMinimumLength() {
    #expect(refusal(String(repeating: "a", count: 11)) == .tooShort)
    #expect(refusal(String(repeating: "a", count: 12)) == nil)
    #expect(PasswordRules.withSecondFactor.minimumLength == 8)
    #expect(refusal(String(repeating: "a", count: 7), minimumLength: 8) == .tooShort)
    #expect(refusal(String(repeating: "a", count: 8), minimumLength: 8) == nil)
    #expect(refusal("") == .tooShort)
  }

  @Test func longPasswordsAreAcceptedUpTo256Characters() {
    #expect(refusal(String(repeating: "é", count: 256)) == nil)
    #expect(refusal(String(repeating: "é", count: 257)) == .tooLong)
    // 256 characters of 4 bytes.
    #expect(refusal(String(repeating: "𠀀", count: 256)) == nil)
    #expect(refusal(String(repeating: "a", count: 1_000_000)) == .tooLong)
  }

  @Test func charactersAreCountedAfterNormalization() {
    #expect(refusal(String(repeating: "e\u{301}", count: 11)) == .tooShort)
    #expect(refusal(String(repeating: "e\u{301}", count: 12)) == nil)
  }

  @Test func everyKindOfCharacterIsAllowedAndNoneIsRequired() {
    for text in [
      "aaaaaaaaaaaaaaa", "               ", "пароль из пятнадцати", "パスワードはながいほうがいいよ", "🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑",
    ] {
      #expect(refusal(text) == nil, "\(text)")
    }
  }

  @Test(arguments: ["\0", "\n", "\t", "\u{7F}", "\u{200B}", "\u{FFFF}", "\u{E000}", "\u{202E}"])
  func controlCharactersAreRefused(character: String) {
    #expect(refusal("a long password" + character) == .disallowedCharacter)
  }

  @Test(arguments: [
    ("alice.example@EXAMPLE.com", true), ("alice.example@example.com!", true),
    ("I am Alice.Example of Doorward", true), ("+4915112345678901", true),
    ("my number is 4915112345678901", true),
    ("the captain of zebulon_93's ship", true), ("THE CAPTAIN OF ZÉBULON93'S SHIP", true),
    ("ze\u{301}bulon93 is here today", true), ("wonderland of the queen", false),
    ("example.com is a domain", false),
    ("zebulon 93 is another name", false),
  ])
  func passwordMustNotContainAnIdentifier(text: String, isRefused: Bool) {
    let context = PasswordContext(identifiers: [
      "Alice.Example@example.com", "+4915112345678901", "zebulon_93", "zébulon93",
    ])
    #expect(refusal(text, context: context) == (isRefused ? .containsIdentifier : nil))
  }

  /// Passwords contain three given letters by chance.
  @Test func shortIdentifierIsRefusedOnlyAsTheWholePassword() {
    let context = PasswordContext(identifiers: ["Ann", "", "bo@example.com"])
    for text in ["ann", "ANN"] {
      #expect(refusal(text, minimumLength: 3, context: context) == .containsIdentifier)
    }
    for text in ["annual", "robots"] { #expect(refusal(text, minimumLength: 3, context: context) == nil) }
  }

  @Test func nameIsRefusedOnlyAsTheWholePassword() {
    let context = PasswordContext(
      names: ["Alexandria Example"], application: ["The Great Application"])
    #expect(refusal("alexandria example", context: context) == .containsIdentifier)
    #expect(refusal("THE GREAT APPLICATION", context: context) == .containsIdentifier)
    #expect(refusal("alexandria example reads", context: context) == nil)
  }

  @Test func refusalsDoNotRepeatThePassword() async throws {
    for text in ["hunter2", "hunter2\0hunter2hunter2", String(repeating: "hunter2", count: 100)] {
      let error = try await #require(throws: PasswordRefusal.self) { () async throws in
        let pool = try PasswordHashPool<Int>(hasher: fastHasher(), threads: 1, queueLimit: 1)
        _ = try await pool.check(text, by: rules, context: PasswordContext(), network: 0)
      }
      #expect(!error.description.contains("hunter2"))
    }
  }

  @Test func clientsGetTheRules() throws {
    let json = try JSONObjectReader(rules.json)
    #expect(try json.requiredString("apple") == "minlength: 12; maxlength: 256;")
    #expect(rules.json["minimum_length"]?.int64 == 12)
    #expect(rules.json["maximum_length"]?.int64 == 256)
  }

  @Test func enteredPasswordIsBounded() throws {
    #expect(throws: PasswordRefusal(.tooShort, "")) { try EnteredPassword("") }
    #expect(throws: Never.self) { try EnteredPassword(String(repeating: "a", count: 4096)) }
    #expect(throws: PasswordRefusal(.tooLong, "")) {
      try EnteredPassword(String(repeating: "a", count: 4097))
    }
    #expect(throws: PasswordRefusal(.tooLong, "")) {
      try EnteredPassword(String(repeating: "\u{301}", count: 2049))
    }
    // A user of another system may have such a password.
    #expect(throws: Never.self) { try EnteredPassword("with\ttab") }
  }
}
