import DoorwardSodium
package import Encodings

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

extension PasswordRules {
  /// The rules for a client, as `password_rules` of `GET /v1/config`.
  ///
  /// - `minimum_length`, `maximum_length`: the fewest and the most characters. Lengths count Unicode code points.
  /// - `apple`: a descriptor for `passwordRules` of `UITextField` and the attribute `passwordrules` of `input`.
  package var json: JSONValue {
    .object(
      JSONObject([
        ("minimum_length", .number(JSONNumber(minimumLength))),
        ("maximum_length", .number(JSONNumber(maximumLength))),
        ("apple", .string(appleDescriptor)),
      ]))
  }

  /// The rules in Apple's Password Rules language, which password generators of browsers and systems read. It says
  /// nothing about kinds of characters, so a generated password has the generator's own form.
  package var appleDescriptor: String {
    "minlength: \(minimumLength); maxlength: \(maximumLength);"
  }
}
