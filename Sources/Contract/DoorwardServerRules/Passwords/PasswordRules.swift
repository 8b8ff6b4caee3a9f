internal import DoorwardWire
package import Encodings

/// The rules for new passwords (NIST SP 800-63B-4 §3.1.1.2): lengths, and no identifier of the user. There are no rules
/// about kinds of characters. ``NewPasswordPolicy`` has the complete check.
package struct PasswordRules: Sendable, Hashable {
  /// The longest text in bytes. It is above ``maximumLength``, and bounds the work of a hostile request.
  package static let maximumBytes = 4096

  /// The fewest characters.
  package var minimumLength: Int
  /// The most characters.
  package var maximumLength = 256

  init(minimumLength: Int) { self.minimumLength = minimumLength }

  /// The default rules for a password that can be the only factor of a sign-in.
  ///
  /// NIST SP 800-63B-4 §3.1.1.2 requires 15 characters. The deviation is explained in `docs/security.md`.
  package static var alone: PasswordRules { PasswordRules(minimumLength: 12) }

  /// The default rules for a password that never signs in without a second factor.
  package static var withSecondFactor: PasswordRules { PasswordRules(minimumLength: 8) }

  /// Checks a new password.
  ///
  /// Characters are counted as Unicode code points after preparation, as NIST SP 800-63B-4 requires.
  ///
  /// - Parameters:
  ///   - prepared: the password in the form that is hashed; nil if it has a character that no password can have.
  ///   - context: the user's identifiers and names.
  ///   - normalized: the code points of a text in normalization form C.
  /// - Throws: the refusal.
  package func check(
    _ prepared: String?, context: PasswordContext, normalized: (String) -> [Unicode.Scalar]
  ) throws(PasswordRefusal) {
    guard let prepared else {
      throw PasswordRefusal(
        .disallowedCharacter,
        "The password contains a character that cannot be used. Remove control characters and new emoji.")
    }
    let length = prepared.unicodeScalars.count
    guard length >= minimumLength else { throw tooShort }
    guard length <= maximumLength else { throw tooLong }
    guard !context.isPart(of: prepared, normalized: normalized) else {
      throw PasswordRefusal(
        .containsIdentifier,
        "The password contains your own name, address or number. Choose one that others cannot guess.")
    }
  }

  package var tooShort: PasswordRefusal {
    PasswordRefusal(.tooShort, "The password is too short. Use at least \(minimumLength) characters.")
  }

  package var tooLong: PasswordRefusal {
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
        (ConfigurationMembers.minimumLength, .number(JSONNumber(minimumLength))),
        (ConfigurationMembers.maximumLength, .number(JSONNumber(maximumLength))),
        (ConfigurationMembers.appleRules, .string(appleDescriptor)),
      ]))
  }

  /// The rules in Apple's Password Rules language, which password generators of browsers and systems read. It says
  /// nothing about kinds of characters, so a generated password has the generator's own form.
  package var appleDescriptor: String {
    "minlength: \(minimumLength); maxlength: \(maximumLength);"
  }
}
