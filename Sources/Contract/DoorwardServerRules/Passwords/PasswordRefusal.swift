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

  static var isListed: PasswordRefusal {
    PasswordRefusal(
      .listed, "Attackers know this password from other services. Choose one that you use nowhere else.")
  }
}
