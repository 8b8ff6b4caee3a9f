import DoorwardUnicode

/// The rules for new passwords (NIST SP 800-63B-4 §3.1.1.2): lengths only, no rules about kinds of characters.
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

  /// Checks a new password and prepares it for hashing.
  ///
  /// Characters are counted as Unicode code points after preparation, as NIST SP 800-63B-4 requires.
  ///
  /// - Parameters:
  ///   - text: the password as entered.
  ///   - use: how the password will sign its user in.
  ///   - context: words that alone are no password: the user's email address, phone number, user name and name, and the
  ///     name of the application.
  /// - Returns: the password, ready for ``PasswordHasher/hash(_:)``.
  /// - Throws: ``PasswordRefusal``.
  package func check(
    _ text: String, use: Use, context: [String] = []
  ) throws(PasswordRefusal) -> EnteredPassword {
    guard text.utf8.count <= EnteredPassword.maximumBytes else { throw tooLong }
    let prepared: String
    do {
      prepared = try PRECISProfile.opaqueString.enforce(text)
    } catch  where error.code == .empty {
      throw tooShort(use)
    } catch {
      throw PasswordRefusal(
        .disallowedCharacter,
        "The password contains a character that cannot be used. Remove control characters and new emoji.")
    }
    let length = prepared.unicodeScalars.count
    guard length >= minimumLength(for: use) else { throw tooShort(use) }
    guard length <= maximumLength else { throw tooLong }
    let folded = prepared.lowercased()
    guard !context.contains(where: { $0.lowercased() == folded }) else {
      throw PasswordRefusal(
        .containsIdentifier, "The password is your own name or address. Choose one that others cannot guess.")
    }
    return EnteredPassword(typed: text, prepared: prepared)
  }

  private func tooShort(_ use: Use) -> PasswordRefusal {
    PasswordRefusal(
      .tooShort, "The password is too short. Use at least \(minimumLength(for: use)) characters.")
  }

  private var tooLong: PasswordRefusal {
    PasswordRefusal(.tooLong, "The password is too long. Use at most \(maximumLength) characters.")
  }
}
