import DoorwardServerRules

/// The double's estimate of a password. The server has dictionaries of tens of thousands of words, knows rows of keys,
/// sequences and dates, and may have a list of known passwords. The double knows lengths, repetitions, the user's own data,
/// the name of the application, and a few common passwords.
extension PasswordStrength {
  /// A shorter part of an identifier is in many passwords by chance.
  private static let shortestPart = 3
  private static let common = [
    "password", "qwertyuiop", "qwerty", "1234567890", "123456", "iloveyou", "letmein",
  ]

  init(rough password: String, _ context: PasswordContext) {
    let text = password.lowercased()
    let part = Self.repeatedPart(Array(text))
    let known: [(PasswordAdvice, [String])] = [
      (.containsOwnData, (context.identifiers + context.names).flatMap(Self.parts(of:))),
      (.containsApplicationName, context.application.flatMap(Self.parts(of:))),
      (.containsCommonWord, Self.common),
    ]
    let found = known.compactMap { advice, words -> (advice: PasswordAdvice, length: Int)? in
      words.filter { $0.count >= Self.shortestPart && text.contains($0) }.map(\.count).max().map {
        (advice, $0)
      }
    }
    let rest = (part ?? text.count) - (found.map(\.length).max() ?? 0)
    // A random letter is worth more than four bits.
    self.init(
      score: [3, 5, 6, 8].count { rest >= $0 },
      weaknesses: found.map(\.advice) + (part == nil ? [] : [.repetition]))
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
