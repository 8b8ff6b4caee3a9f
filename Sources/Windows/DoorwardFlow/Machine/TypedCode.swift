/// A typed code in the form that the server accepts. Spaces and hyphens are ignored.
enum TypedCode {
  /// The digits of an authenticator's code (RFC 4226 §5.3).
  static let authenticatorLength = 6
  /// The digits of a code that the server sends for a sign-up or a new password, if the application offers no sign-in with codes.
  static let sentLength = 6

  /// A code of digits.
  ///
  /// `length` is the number of digits; nil if it is not known.
  ///
  /// - Returns: The digits; nil if the text cannot be the code.
  static func digits(_ typed: String, length: Int?) -> SecretText? {
    let characters = compact(typed)
    let digits = characters.compactMap(\.wholeNumberValue).filter { (0...9).contains($0) }
    guard !digits.isEmpty, digits.count == characters.count, digits.count == length ?? digits.count else {
      return nil
    }
    return SecretText(digits.map(String.init).joined())
  }

  /// A recovery code; nil if the text cannot be one.
  static func recoveryCode(_ typed: String) -> SecretText? {
    let characters = compact(typed)
    guard !characters.isEmpty, characters.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
    return SecretText(String(characters))
  }

  private static func compact(_ typed: String) -> [Character] {
    typed.filter { !$0.isWhitespace && $0 != "-" }.map { $0 }
  }
}
