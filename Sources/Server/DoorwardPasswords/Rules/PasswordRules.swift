import DoorwardSodium

/// The rules for new passwords (NIST SP 800-63B-4 §3.1.1.2): lengths, and no identifier of the user. There are no rules
/// about kinds of characters. ``NewPasswordPolicy`` has the complete check.
package struct PasswordRules: Sendable, Hashable {
  /// The fewest characters of a password that is the only factor of a sign-in.
  package static let minimumLengthAlone = 15

  /// The fewest characters.
  package var minimumLength = PasswordRules.minimumLengthAlone
  /// The most characters.
  package var maximumLength = 256

  /// The default rules.
  package init() {}

  /// Takes a new password as entered. It refuses an empty text and one with too many bytes before any other work.
  func enter(_ text: String) throws(PasswordRefusal) -> EnteredPassword {
    do {
      return try EnteredPassword(text)
    } catch {
      throw error.code == .tooLong ? tooLong : tooShort
    }
  }

  /// Checks a new password and prepares it for hashing.
  ///
  /// Characters are counted as Unicode code points after preparation, as NIST SP 800-63B-4 requires.
  ///
  /// - Returns: the UTF-8 bytes of the prepared password.
  func prepare(
    _ password: EnteredPassword, context: PasswordContext
  ) throws(PasswordRefusal) -> WipedBytes {
    let prepared: String
    do {
      prepared = try password.enforced()
    } catch {
      throw PasswordRefusal(
        .disallowedCharacter,
        "The password contains a character that cannot be used. Remove control characters and new emoji.")
    }
    let length = prepared.unicodeScalars.count
    guard length >= minimumLength else { throw tooShort }
    guard length <= maximumLength else { throw tooLong }
    guard !context.isPart(of: prepared) else {
      throw PasswordRefusal(
        .containsIdentifier,
        "The password contains your own name, address or number. Choose one that others cannot guess.")
    }
    return WipedBytes(prepared.utf8)
  }

  private var tooShort: PasswordRefusal {
    PasswordRefusal(.tooShort, "The password is too short. Use at least \(minimumLength) characters.")
  }

  private var tooLong: PasswordRefusal {
    PasswordRefusal(.tooLong, "The password is too long. Use at most \(maximumLength) characters.")
  }
}
