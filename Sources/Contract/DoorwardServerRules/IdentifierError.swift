package import DoorwardHTTP
import Encodings

/// The reason why a text is not an identifier. The reason never contains the text.
package struct IdentifierError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text is empty.
    package static let empty = Code(rawValue: "identifier_empty")
    /// The text is longer than every identifier.
    package static let tooLong = Code(rawValue: "identifier_too_long")

    /// The address has no "@", or one of its sides is empty.
    package static let emailIncomplete = Code(rawValue: "email_incomplete")
    /// The address or one of its sides is longer than mail servers accept.
    package static let emailTooLong = Code(rawValue: "email_too_long")
    /// The part before "@" has characters or dots that are not allowed, a comment or a quoted part.
    package static let emailLocalPart = Code(rawValue: "email_local_part_invalid")
    /// The part after "@" is not a domain name.
    package static let emailDomain = Code(rawValue: "email_domain_invalid")

    /// The text is not a phone number.
    package static let phoneInvalid = Code(rawValue: "phone_number_invalid")
    /// The number has no known country, and there is no default country.
    package static let phoneCountry = Code(rawValue: "phone_number_country_unknown")
    /// The number has too few digits.
    package static let phoneTooShort = Code(rawValue: "phone_number_too_short")
    /// The number has too many digits.
    package static let phoneTooLong = Code(rawValue: "phone_number_too_long")
    /// The number is of a kind that cannot receive messages, or that makes the sender pay.
    package static let phoneNotForMessages = Code(rawValue: "phone_number_not_for_messages")

    /// The user name has too few characters.
    package static let userNameTooShort = Code(rawValue: "username_too_short")
    /// The user name has too many characters.
    package static let userNameTooLong = Code(rawValue: "username_too_long")
    /// The user name contains a character that is not allowed.
    package static let userNameCharacter = Code(rawValue: "username_invalid_character")
    /// The user name mixes scripts, such as Latin and Cyrillic.
    package static let userNameMixedScripts = Code(rawValue: "username_mixed_scripts")
    /// The user name is reserved for the operator.
    package static let userNameReserved = Code(rawValue: "username_reserved")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// The errors of the forms of identifiers.
extension IdentifierError {
  package static var emailEmpty: IdentifierError { IdentifierError(.empty, "The email address is empty.") }

  package static var emailIncomplete: IdentifierError {
    IdentifierError(.emailIncomplete, "An email address has the form name@example.com.")
  }

  package static var phoneEmpty: IdentifierError { IdentifierError(.empty, "The phone number is empty.") }

  package static var phoneInvalid: IdentifierError {
    IdentifierError(.phoneInvalid, "This is not a phone number. Write it with + and the country's number.")
  }

  package static var userNameEmpty: IdentifierError { IdentifierError(.empty, "The user name is empty.") }

  /// The fewest and the most characters of a user name, in Unicode code points.
  package static let userNameLengths = 3...32

  package static var userNameTooShort: IdentifierError {
    IdentifierError(
      .userNameTooShort,
      "The user name is too short. Use at least \(userNameLengths.lowerBound) characters.")
  }

  package static var userNameTooLong: IdentifierError {
    IdentifierError(
      .userNameTooLong, "The user name is too long. Use at most \(userNameLengths.upperBound) characters.")
  }

  package static var userNameCharacter: IdentifierError {
    IdentifierError(
      .userNameCharacter,
      "A user name has letters and digits, and single dots, hyphens and underscores between them.")
  }
}

extension Problem {
  /// 422: the text is not an identifier.
  package init(_ error: IdentifierError) {
    self.init(status: 422, code: error.codeName, detail: error.reason)
  }
}
