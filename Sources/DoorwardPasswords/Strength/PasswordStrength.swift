package import Encodings

/// The number of guesses that a password withstands, as advice for its user. No password is refused because of the
/// estimate.
package struct PasswordStrength: Sendable, Hashable {
  /// From 0 to 4, on the scale of zxcvbn: fewer than 10³, 10⁶, 10⁸, 10¹⁰ guesses, or more.
  package let score: Int
  /// The reasons why the password is easy to guess, without repetitions; empty for the scores 3 and 4.
  package let advice: [PasswordAdvice]

  /// Estimates the strength of a password. The call takes milliseconds; see ``PasswordHashPool``.
  ///
  /// - Parameters:
  ///   - password: the password as entered. Only the first 256 bytes count.
  ///   - context: the user's identifiers and names, which an attacker may know.
  init(of password: EnteredPassword, context: PasswordContext = PasswordContext()) {
    let estimate = ZxcvbnLibrary.estimate(
      password.prepared(), words: StrengthWords.split(context.identifiers + context.names))
    score = Self.score(bits: estimate.bits)
    guard score < 3 else {
      advice = []
      return
    }
    var advice: [PasswordAdvice] = []
    for weakness in estimate.weaknesses + [.addWords] where !advice.contains(weakness) {
      advice.append(weakness)
    }
    self.advice = advice
  }

  /// The strength for a client: `score`, and `advice` with codes.
  package var json: JSONValue {
    .object(
      JSONObject([
        ("score", .number(JSONNumber(score))),
        ("advice", .array(advice.map { .string($0.rawValue) })),
      ]))
  }

  private static func score(bits: Double) -> Int {
    // The binary logarithms of 10³, 10⁶, 10⁸ and 10¹⁰.
    [9.97, 19.93, 26.58, 33.22].count { bits >= $0 }
  }
}

/// A stable code for something that makes a password easy to guess. A catalog has a sentence for each code.
package struct PasswordAdvice: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// The password consists of a common password, name or word.
  package static let commonWord = PasswordAdvice(rawValue: "common_word")
  /// A part is a common password, name or word.
  package static let containsCommonWord = PasswordAdvice(rawValue: "contains_common_word")
  /// Letters are replaced in a way that attackers know, such as "@" for "a".
  package static let predictableSubstitution = PasswordAdvice(rawValue: "predictable_substitution")
  /// A part is a text about the user that an attacker may know.
  package static let containsOwnData = PasswordAdvice(rawValue: "contains_own_data")
  /// A part repeats itself.
  package static let repetition = PasswordAdvice(rawValue: "repetition")
  /// A part is a sequence such as "abc" or "6543".
  package static let sequence = PasswordAdvice(rawValue: "sequence")
  /// A part is a row of neighboring keys.
  package static let keyboardPattern = PasswordAdvice(rawValue: "keyboard_pattern")
  /// A part is a date.
  package static let date = PasswordAdvice(rawValue: "date")
  /// A part is a year.
  package static let year = PasswordAdvice(rawValue: "year")
  /// More words, which need not be special, make the password stronger.
  package static let addWords = PasswordAdvice(rawValue: "add_words")
}
