import DoorwardPasswords
import Encodings
import Testing

@Suite("Strength of passwords")
struct PasswordStrengthTests {
  private func strength(_ text: String, _ words: [String] = []) throws -> PasswordStrength {
    PasswordStrength(of: try entered(text), words: words)
  }

  @Test(arguments: [
    ("password", 0), ("123456", 0), ("qwerty", 0), ("aaaaaaaaaaaaaaaaaaaa", 0),
    ("correct horse battery staple", 4),
    ("8Kq!zR2#vLw9Xp$m", 4),
  ])
  func scoreFollowsTheNumberOfGuesses(text: String, score: Int) throws {
    #expect(try strength(text).score == score)
  }

  @Test(arguments: [
    ("password", PasswordAdvice.commonWord), ("password47zq", .containsCommonWord),
    ("p@ssword", .predictableSubstitution),
    ("aaaaaaaa", .repetition), ("abcdefgh", .sequence), ("zxcvfdsaq", .keyboardPattern),
    ("13.05.1987", .date),
    ("password", .addWords),
  ])
  func weakPasswordHasAdvice(text: String, advice: PasswordAdvice) throws {
    let strength = try strength(text)
    #expect(strength.score < 3)
    #expect(strength.advice.contains(advice), "\(strength)")
    #expect(Set(strength.advice).count == strength.advice.count)
  }

  @Test func strongPasswordHasNoAdvice() throws {
    #expect(try strength("correct horse battery staple").advice == [])
  }

  @Test func wordsOfTheUserMakeAPasswordWeak() throws {
    let words = ["Zebulon.Quillfeather@example.com", "Zebulon"]
    let unknown = try strength("zebulonquillfeather")
    let known = try strength("zebulonquillfeather", words)
    #expect(known.score < unknown.score)
    #expect(known.advice.contains(.containsOwnData))
  }

  @Test func clientsGetScoreAndCodes() throws {
    let json = try strength("password").json
    #expect(json["score"]?.int64 == 0)
    #expect(json["advice"]?.array?.first?.string == "common_word")
  }

  @Test(arguments: [
    "\0", "a\0b", "\u{1F511}", String(repeating: "a", count: 4096),
    String(repeating: "\u{1F511}", count: 1000),
    String(repeating: "p@ssw0rd", count: 500), String(repeating: "1990-01-01", count: 400),
  ])
  func hostilePasswordsHaveAScore(text: String) throws {
    #expect((0...4).contains(try strength(text, [text, "", "\0", "ab"]).score))
  }

  @Test func manyWordsAreBounded() throws {
    let words = (0..<10_000).map { "word\($0)@example.com" } + [String(repeating: "a", count: 1_000_000)]
    #expect(try strength("correct horse battery staple", words).score == 4)
  }

  @Test func threadsEstimateAtTheSameTime() async throws {
    let scores = try await withThrowingTaskGroup(of: PasswordStrength.self) { group in
      for number in 0..<64 {
        group.addTask { try strength(number.isMultiple(of: 2) ? "password" : "correct horse battery staple") }
      }
      return try await group.reduce(into: [PasswordStrength: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(scores.values.sorted() == [32, 32])
  }
}
