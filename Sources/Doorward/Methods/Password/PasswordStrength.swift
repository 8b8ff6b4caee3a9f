internal import DoorwardWire
internal import Encodings

/// The number of guesses that a password withstands, estimated by the server. The server never refuses a password
/// because of the estimate.
public struct PasswordStrength: Sendable, Hashable {
  /// A reason why a password is easy to guess, or a way to make it stronger. The codes are stable. Newer servers may
  /// have more codes.
  public struct Advice: RawRepresentable, Sendable, Hashable {
    /// The stable name.
    public let rawValue: String

    /// Makes an advice from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The password consists of a common password, name or word.
    public static var commonWord: Advice { Advice(rawValue: "common_word") }
    /// A part is a common password, name or word.
    public static var containsCommonWord: Advice { Advice(rawValue: "contains_common_word") }
    /// Letters are replaced in a way that attackers know, such as "@" for "a".
    public static var predictableSubstitution: Advice { Advice(rawValue: "predictable_substitution") }
    /// A part is a text about the user that an attacker may know.
    public static var containsOwnData: Advice { Advice(rawValue: "contains_own_data") }
    /// A part repeats itself.
    public static var repetition: Advice { Advice(rawValue: "repetition") }
    /// A part is a sequence such as "abc" or "6543".
    public static var sequence: Advice { Advice(rawValue: "sequence") }
    /// A part is a row of neighboring keys.
    public static var keyboardPattern: Advice { Advice(rawValue: "keyboard_pattern") }
    /// A part is a date.
    public static var date: Advice { Advice(rawValue: "date") }
    /// A part is a year.
    public static var year: Advice { Advice(rawValue: "year") }
    /// More words, which need not be special, make the password stronger.
    public static var addWords: Advice { Advice(rawValue: "add_words") }
  }

  /// From 0 to 4: fewer than 10³, 10⁶, 10⁸ or 10¹⁰ guesses, or more.
  public let score: Int
  /// The advice, without repetitions; empty for the scores 3 and 4.
  public let advice: [Advice]

  /// Makes a strength, for previews and tests.
  ///
  /// - Parameters:
  ///   - score: From 0 to 4.
  ///   - advice: The advice.
  public init(score: Int, advice: [Advice] = []) {
    self.score = score
    self.advice = advice
  }

  /// Reads an answer; nil if it is not valid.
  init?(_ value: JSONValue) {
    guard let score = value[PasswordStrengthMembers.score]?.int64, (0...4).contains(score),
      let advice = value[PasswordStrengthMembers.advice]?.array
    else { return nil }
    self.init(
      score: Int(score), advice: advice.compactMap { $0.string.map(Advice.init(rawValue:)) })
  }
}
