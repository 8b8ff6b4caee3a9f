package import DoorwardHTTP
internal import DoorwardWire
import Encodings

/// The reason why a new password is not accepted. It never contains the password.
package struct PasswordRefusal: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The password has fewer characters than required.
    package static let tooShort = Code(rawValue: "password_too_short")
    /// The password has more characters than allowed.
    package static let tooLong = Code(rawValue: "password_too_long")
    /// The password contains a character that cannot be typed reliably, such as a control character.
    package static let disallowedCharacter = Code(rawValue: "password_disallowed_character")
    /// The password contains the user's email address, phone number or user name, or is a name of the user or of the
    /// application.
    package static let containsIdentifier = Code(rawValue: "password_contains_identifier")
    /// The password is in a list or a known breach. Attackers try such passwords first.
    package static let listed = Code(rawValue: "password_listed")
    /// The password withstands too few guesses.
    package static let tooGuessable = Code(rawValue: "password_too_guessable")
  }

  package let code: Code
  package let reason: String
  /// With ``Code/tooGuessable``: the reasons why the password is easy to guess.
  package let advice: [PasswordAdvice]

  package init(_ code: Code, _ reason: String, advice: [PasswordAdvice] = []) {
    self.code = code
    self.reason = reason
    self.advice = advice
  }

  /// The refusal of an empty text.
  package static var empty: PasswordRefusal { PasswordRefusal(.tooShort, "The password is empty.") }

  /// The refusal of a text with more than ``PasswordRules/maximumBytes``.
  package static var overlong: PasswordRefusal { PasswordRefusal(.tooLong, "The password is too long.") }

  package static var isListed: PasswordRefusal {
    PasswordRefusal(
      .listed, "Attackers know this password from other services. Choose one that you use nowhere else.")
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

extension Problem {
  /// 422 with the reasons why the password is easy to guess.
  package init(_ refusal: PasswordRefusal) {
    let advice = refusal.advice.map(\.rawValue)
    self.init(
      status: 422, code: refusal.codeName, detail: refusal.reason,
      members: advice.isEmpty ? [] : [Member(PasswordStrengthMembers.advice, .strings(advice))])
  }
}
