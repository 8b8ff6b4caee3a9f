internal import Encodings

/// A reason why a password is easy to guess, or a way to make it stronger. The codes are stable. Newer servers may
/// have more codes.
public struct PasswordAdvice: RawRepresentable, Sendable, Hashable {
  /// The stable name.
  public let rawValue: String

  /// Makes an advice from its stable name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The password consists of a common password, name or word.
  public static var commonWord: PasswordAdvice { PasswordAdvice(rawValue: "common_word") }
  /// A part is a common password, name or word.
  public static var containsCommonWord: PasswordAdvice { PasswordAdvice(rawValue: "contains_common_word") }
  /// Letters are replaced in a way that attackers know, such as "@" for "a".
  public static var predictableSubstitution: PasswordAdvice {
    PasswordAdvice(rawValue: "predictable_substitution")
  }
  /// A part is a text about the user that an attacker may know.
  public static var containsOwnData: PasswordAdvice { PasswordAdvice(rawValue: "contains_own_data") }
  /// A part is the name of the application.
  public static var containsApplicationName: PasswordAdvice {
    PasswordAdvice(rawValue: "contains_application_name")
  }
  /// A part repeats itself.
  public static var repetition: PasswordAdvice { PasswordAdvice(rawValue: "repetition") }
  /// A part is a sequence such as "abc" or "6543".
  public static var sequence: PasswordAdvice { PasswordAdvice(rawValue: "sequence") }
  /// A part is a row of neighboring keys.
  public static var keyboardPattern: PasswordAdvice { PasswordAdvice(rawValue: "keyboard_pattern") }
  /// A part is a date.
  public static var date: PasswordAdvice { PasswordAdvice(rawValue: "date") }
  /// A part is a year.
  public static var year: PasswordAdvice { PasswordAdvice(rawValue: "year") }
  /// More words, which need not be special, make the password stronger.
  public static var addWords: PasswordAdvice { PasswordAdvice(rawValue: "add_words") }

  /// Reads the codes of an estimate or of a refusal; nil for a value that is not a list.
  static func list(_ value: JSONValue?) -> [PasswordAdvice]? {
    value?.array.map { $0.compactMap { $0.string.map(PasswordAdvice.init(rawValue:)) } }
  }
}
