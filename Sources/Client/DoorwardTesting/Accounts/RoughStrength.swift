import DoorwardWire
import Encodings

/// The double's estimate of a password. The server has dictionaries of tens of thousands of words, knows rows of keys,
/// sequences and dates, and may have a list of known passwords. The double knows lengths, repetitions, the user's own data,
/// the name of the application, and a few common passwords.
struct RoughStrength {
  /// The longest text that the server estimates.
  static let maximumBytes = 4096
  /// The lowest score of a new password.
  static let lowestAccepted = 3
  /// A shorter part of an identifier is in many passwords by chance.
  private static let shortestPart = 3
  private static let common = [
    "password", "qwertyuiop", "qwerty", "1234567890", "123456", "iloveyou", "letmein",
  ]

  private(set) var score: Int
  private(set) var advice: [String]
  /// The code with which the double refuses the password; nil if it accepts it.
  private(set) var refusal: String?

  init(of password: String, identifiers: [String], application: String) {
    let text = password.lowercased()
    let part = Self.repeatedPart(Array(text))
    let found = [
      ("contains_own_data", identifiers.flatMap(Self.parts(of:))),
      ("contains_application_name", Self.parts(of: application)), ("contains_common_word", Self.common),
    ].compactMap { code, words -> (code: String, length: Int)? in
      words.filter { $0.count >= Self.shortestPart && text.contains($0) }.map(\.count).max().map {
        (code, $0)
      }
    }
    let rest = (part ?? text.count) - (found.map(\.length).max() ?? 0)
    // A random letter is worth more than four bits.
    score = [3, 5, 6, 8].count { rest >= $0 }
    advice = []
    guard score < Self.lowestAccepted else { return }
    advice = found.map(\.code) + (part == nil ? [] : ["repetition"]) + ["add_words"]
    refusal = Self.tooGuessable
  }

  static let tooGuessable = WireCode.passwordTooGuessable

  /// The strength of a password that is refused for this reason.
  func refused(_ code: String) -> RoughStrength {
    let reasons: [String] =
      switch code {
      case WireCode.passwordContainsIdentifier: ["contains_own_data"]
      case WireCode.passwordTooShort: ["add_words"]
      default: []
      }
    var copy = self
    copy.score = min(score, Self.lowestAccepted - 1)
    copy.advice = reasons + advice.filter { !reasons.contains($0) }
    copy.refusal = code
    return copy
  }

  var json: JSONObject {
    var members: JSONObject = [
      PasswordStrengthMembers.score: .integer(Int64(score)),
      PasswordStrengthMembers.advice: .strings(advice),
    ]
    members[PasswordStrengthMembers.refusal] = refusal.map(JSONValue.string)
    return members
  }

  /// A text, its parts, and both parts of an address without separators, such as `ada@example.com`, `ada` and `example`.
  private static func parts(of text: String) -> [String] {
    let text = text.lowercased()
    let words = text.split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    let joined = text.split(separator: "@").map { $0.filter { $0.isLetter || $0.isNumber } }
    return [text] + joined + words
  }

  /// The length of the part that the text repeats; nil if it repeats none.
  private static func repeatedPart(_ text: [Character]) -> Int? {
    guard text.count >= 2 else { return nil }
    return (1...text.count / 2).first { size in
      text.indices.allSatisfy { text[$0] == text[$0 % size] }
    }
  }
}
