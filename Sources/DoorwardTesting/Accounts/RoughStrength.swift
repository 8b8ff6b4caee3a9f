import DoorwardWire
import Encodings

/// The double's estimate of a password. It has no dictionary, unlike the server: it knows lengths, repetitions and the
/// user's own data.
struct RoughStrength {
  /// The longest text that the server estimates.
  static let maximumBytes = 4096
  /// A shorter part of an identifier is in many passwords by chance.
  private static let shortestPart = 3

  let score: Int
  let advice: [String]

  init(of password: String, identifiers: [String]) {
    let text = password.lowercased()
    let part = Self.repeatedPart(Array(text))
    let ownData = identifiers.flatMap(Self.parts(of:)).filter {
      $0.count >= Self.shortestPart && text.contains($0)
    }
    let longest = ownData.map(\.count).max() ?? 0
    let rest = (part ?? text.count) - longest
    score = [8, 10, 12, 14].count { rest >= $0 }
    guard score < 3 else {
      advice = []
      return
    }
    var advice: [String] = []
    if !ownData.isEmpty { advice.append("contains_own_data") }
    if part != nil { advice.append("repetition") }
    self.advice = advice + ["add_words"]
  }

  var json: JSONObject {
    [
      PasswordStrengthMembers.score: .integer(Int64(score)),
      PasswordStrengthMembers.advice: .strings(advice),
    ]
  }

  /// An identifier and its words, such as `ada@example.com`, `ada`, `example` and `com`.
  private static func parts(of identifier: String) -> [String] {
    let text = identifier.lowercased()
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return [text] + words.map { String($0) }
  }

  /// The length of the part that the text repeats; nil if it repeats none.
  private static func repeatedPart(_ text: [Character]) -> Int? {
    guard text.count >= 2 else { return nil }
    return (1...text.count / 2).first { size in
      text.indices.allSatisfy { text[$0] == text[$0 % size] }
    }
  }
}
