import DoorwardServerRules
import Encodings
import Testing

@testable import DoorwardPasswords

@Suite("Strength of passwords")
struct PasswordStrengthTests {
  private func strength(_ text: String, _ names: [String] = []) throws -> PasswordStrength {
    PasswordStrength(of: try entered(text), context: PasswordContext(names: names))
  }

  @Test(arguments: [
    ("password", 0), ("123456", 0), ("qwerty", 0), ("aaaaaaaaaaaaaaaaaaaa", 0),
    ("eleven purple boots swim", 4),
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
    #expect(try strength("eleven purple boots swim").advice == [])
  }

  @Test func dataOfTheUserMakesAPasswordWeak() throws {
    let password = try entered("zebulonquillfeather")
    let context = PasswordContext(
      identifiers: ["Zebulon.Quillfeather@example.com"], names: ["Zebulon"])
    let unknown = PasswordStrength(of: password)
    let known = PasswordStrength(of: password, context: context)
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

  /// The estimate compares the password with at most 32 names of at most 100 characters.
  @Test func estimateUsesTheFirstNamesOnly() throws {
    let name = "zebulonquillfeather"
    let others = (0..<10_000).map { "other\($0)" }
    #expect(try strength(name, [name] + others).advice.contains(.containsOwnData))
    #expect(try !strength(name, others + [name]).advice.contains(.containsOwnData))
    let long = String(repeating: "x", count: 100)
    #expect(try strength(name, [long.dropLast(20) + " " + name]).advice.contains(.containsOwnData))
    #expect(try !strength(name, [long + " " + name]).advice.contains(.containsOwnData))
  }

  @Test func threadsEstimateAtTheSameTime() async throws {
    let scores = try await withThrowingTaskGroup(of: PasswordStrength.self) { group in
      for number in 0..<64 {
        group.addTask { try strength(number.isMultiple(of: 2) ? "password" : "eleven purple boots swim") }
      }
      return try await group.reduce(into: [PasswordStrength: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(scores.values.sorted() == [32, 32])
  }
}
