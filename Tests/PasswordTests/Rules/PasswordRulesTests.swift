import DoorwardPasswords
import Encodings
import Testing

@Suite("Rules for new passwords")
struct PasswordRulesTests {
  private let rules = PasswordRules()

  private func refusal(
    _ text: String, _ use: PasswordRules.Use = .alone, context: [String] = []
  ) -> PasswordRefusal.Code? {
    do {
      _ = try rules.check(text, use: use, context: context)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func lengthDependsOnTheUse() {
    #expect(refusal(String(repeating: "a", count: 14)) == .tooShort)
    #expect(refusal(String(repeating: "a", count: 15)) == nil)
    #expect(refusal(String(repeating: "a", count: 7), .withSecondFactor) == .tooShort)
    #expect(refusal(String(repeating: "a", count: 8), .withSecondFactor) == nil)
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
    #expect(refusal(String(repeating: "e\u{301}", count: 14)) == .tooShort)
    #expect(refusal(String(repeating: "e\u{301}", count: 15)) == nil)
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

  @Test func wordsOfTheContextAreRefused() {
    let context = ["Alice.Example@example.com", "+4915112345678901"]
    #expect(refusal("alice.example@EXAMPLE.com", context: context) == .containsIdentifier)
    #expect(refusal("+4915112345678901", context: context) == .containsIdentifier)
    #expect(refusal("alice.example@example.com!", context: context) == nil)
  }

  @Test func refusalsDoNotRepeatThePassword() {
    for text in ["hunter2", "hunter2\0hunter2hunter2", String(repeating: "hunter2", count: 100)] {
      do {
        _ = try rules.check(text, use: .alone)
        Issue.record("must be refused")
      } catch {
        #expect(!error.description.contains("hunter2"))
      }
    }
  }

  @Test func clientsGetTheRules() throws {
    let alone = try JSONObjectReader(rules.json(for: .alone))
    #expect(try alone.requiredString("apple") == "minlength: 15; maxlength: 256;")
    #expect(rules.json(for: .alone)["minimum_length"]?.int64 == 15)
    #expect(rules.json(for: .withSecondFactor)["minimum_length"]?.int64 == 8)
    #expect(rules.json(for: .withSecondFactor)["maximum_length"]?.int64 == 256)
  }

  @Test func enteredPasswordIsBounded() {
    #expect(EnteredPassword("") == nil)
    #expect(EnteredPassword(String(repeating: "a", count: 4096)) != nil)
    #expect(EnteredPassword(String(repeating: "a", count: 4097)) == nil)
    // A user of another system may have such a password.
    #expect(EnteredPassword("with\ttab") != nil)
  }
}
