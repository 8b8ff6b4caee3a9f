import DoorwardSodium

/// The rules for new passwords (NIST SP 800-63B-4 §3.1.1.2): lengths, and no identifier of the user. There are no rules
/// about kinds of characters.
package struct PasswordRules: Sendable, Hashable {
  /// How a password signs its user in.
  package enum Use: Sendable {
    /// The password is enough to sign in.
    case alone
    /// The password never signs in without a second factor.
    case withSecondFactor
  }

  /// The fewest characters of a password that signs in alone.
  package var minimumLength = 15
  /// The fewest characters of a password that is used only with a second factor.
  package var minimumLengthWithSecondFactor = 8
  /// The most characters.
  package var maximumLength = 256

  /// The default rules.
  package init() {}

  /// The fewest characters for a use.
  package func minimumLength(for use: Use) -> Int {
    switch use {
    case .alone: minimumLength
    case .withSecondFactor: minimumLengthWithSecondFactor
    }
  }

  /// Takes a new password as entered. It refuses an empty text and one with too many bytes before any other work.
  func enter(_ text: String, use: Use) throws(PasswordRefusal) -> EnteredPassword {
    do {
      return try EnteredPassword(text)
    } catch {
      throw error.code == .tooLong ? tooLong : tooShort(use)
    }
  }

  /// Checks a new password and prepares it for hashing.
  ///
  /// Characters are counted as Unicode code points after preparation, as NIST SP 800-63B-4 requires.
  ///
  /// - Returns: the UTF-8 bytes of the prepared password.
  func prepare(
    _ password: EnteredPassword, use: Use, context: PasswordContext
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
    guard length >= minimumLength(for: use) else { throw tooShort(use) }
    guard length <= maximumLength else { throw tooLong }
    guard !context.isPart(of: prepared) else {
      throw PasswordRefusal(
        .containsIdentifier,
        "The password contains your own name, address or number. Choose one that others cannot guess.")
    }
    return WipedBytes(prepared.utf8)
  }

  private func tooShort(_ use: Use) -> PasswordRefusal {
    PasswordRefusal(
      .tooShort, "The password is too short. Use at least \(minimumLength(for: use)) characters.")
  }

  private var tooLong: PasswordRefusal {
    PasswordRefusal(.tooLong, "The password is too long. Use at most \(maximumLength) characters.")
  }
}
