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
  /// A part is the name of the application.
  package static let containsApplicationName = PasswordAdvice(rawValue: "contains_application_name")
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

  /// The reason in English, for developers and operators; nil for a code that is not a reason.
  var reason: String? {
    switch self {
    case .commonWord, .containsCommonWord: "it contains a common password, name or word"
    case .predictableSubstitution: "attackers try such replaced letters too"
    case .containsOwnData: "it contains the user's own address, number or name"
    case .containsApplicationName: "it contains the name of the application"
    case .repetition: "it repeats itself"
    case .sequence: "it contains a sequence, such as abc or 6543"
    case .keyboardPattern: "it contains a row of keys"
    case .date, .year: "it contains a date or a year"
    default: nil
    }
  }
}
