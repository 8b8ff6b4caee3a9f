/// A typed code in the form that the server accepts. Spaces, hyphens and invisible characters are ignored, as in the server and on
/// the hosted page.
enum TypedCode {
  /// The digits of an authenticator's code (RFC 4226 §5.3).
  static let authenticatorLength = 6
  /// The digits of a code that the server sends for a sign-up or a new password, if the application offers no sign-in with codes.
  static let sentLength = 6
  /// The letters and digits of a recovery code.
  static let recoveryLength = 10

  /// A code of digits.
  ///
  /// `length` is the number of digits; nil if it is not known.
  ///
  /// - Returns: The digits; nil if the text cannot be the code.
  static func digits(_ typed: String, length: Int?) -> SecretText? {
    guard let digits = lettersAndDigits(typed), !digits.isEmpty, digits.count == length ?? digits.count,
      digits.allSatisfy(\.isNumber)
    else { return nil }
    return SecretText(digits)
  }

  /// A recovery code; nil if the text cannot be one.
  static func recoveryCode(_ typed: String) -> SecretText? {
    lettersAndDigits(typed).flatMap { $0.count == recoveryLength ? SecretText($0) : nil }
  }

  /// The letters and digits in ASCII; nil if the text has another character.
  private static func lettersAndDigits(_ typed: String) -> String? {
    var text = ""
    for scalar in typed.unicodeScalars where !isSeparator(scalar) {
      guard let character = ascii(scalar) else { return nil }
      text.append(character)
    }
    return text
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // The minus sign is not a dash.
    case .spaceSeparator, .dashPunctuation, .format: true
    default: scalar.properties.isWhitespace || scalar == "\u{2212}"
    }
  }

  /// Digits of every script are read as ASCII digits, and full-width letters as ASCII letters.
  private static func ascii(_ scalar: Unicode.Scalar) -> Character? {
    if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
      return Character(String(Int(value)))
    }
    let isFullWidth = (0xff01...0xff5e).contains(scalar.value)
    guard let letter = Unicode.Scalar(isFullWidth ? scalar.value - 0xfee0 : scalar.value) else { return nil }
    return ("A"..."Z").contains(letter) || ("a"..."z").contains(letter) ? Character(letter) : nil
  }
}
