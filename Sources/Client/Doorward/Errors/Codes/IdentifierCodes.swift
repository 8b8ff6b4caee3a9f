internal import DoorwardWire

/// The codes of addresses, user names and one-time codes.
extension DoorwardError.Code {
  /// The application does not send codes over this channel, or does not offer them as a second factor.
  public static var channelNotOffered: Self { Self(rawValue: WireCode.channelNotOffered) }
  /// The application has no sign-up with an identifier of this kind.
  public static var identifierNotOffered: Self { Self(rawValue: WireCode.identifierNotOffered) }
  /// The body has no `email` and no `phone_number`, or for a sign-up no `username` either.
  public static var missingAddress: Self { Self(rawValue: WireCode.missingAddress) }
  /// The body has `email` and `phone_number`.
  public static var ambiguousAddress: Self { Self(rawValue: WireCode.ambiguousAddress) }
  /// The user is anonymous.
  public static var signUpRequired: Self { Self(rawValue: WireCode.signUpRequired) }
  /// The user has no email address, phone number or user name to use with a password.
  public static var identifierRequired: Self { Self(rawValue: WireCode.identifierRequired) }
  /// The server sends no SMS to this country.
  public static var phoneNumberCountryRefused: Self { Self(rawValue: WireCode.phoneCountryRefused) }
  /// The day's budget for SMS is used up. Another way to sign in works.
  public static var smsLimitReached: Self { Self(rawValue: WireCode.smsLimitReached) }
  /// The text is empty.
  public static var identifierEmpty: Self { Self(rawValue: WireCode.identifierEmpty) }
  /// The text is longer than any identifier can be.
  public static var identifierTooLong: Self { Self(rawValue: WireCode.identifierTooLong) }
  /// The address has no "@", or one of its sides is empty.
  public static var emailIncomplete: Self { Self(rawValue: WireCode.emailIncomplete) }
  /// The address or one of its sides is longer than mail servers accept.
  public static var emailTooLong: Self { Self(rawValue: WireCode.emailTooLong) }
  /// The part before "@" has characters or dots that are not allowed, a comment or a quoted part.
  public static var emailLocalPartInvalid: Self { Self(rawValue: WireCode.emailLocalPartInvalid) }
  /// The part after "@" is not a domain name.
  public static var emailDomainInvalid: Self { Self(rawValue: WireCode.emailDomainInvalid) }
  /// The text is not a phone number.
  public static var phoneNumberInvalid: Self { Self(rawValue: WireCode.phoneNumberInvalid) }
  /// The number has no known country, and there is no default country.
  public static var phoneNumberCountryUnknown: Self { Self(rawValue: WireCode.phoneNumberCountryUnknown) }
  /// The number has too few digits.
  public static var phoneNumberTooShort: Self { Self(rawValue: WireCode.phoneNumberTooShort) }
  /// The number has too many digits.
  public static var phoneNumberTooLong: Self { Self(rawValue: WireCode.phoneNumberTooLong) }
  /// The number is of a kind that cannot receive messages, or that makes the sender pay.
  public static var phoneNumberNotForMessages: Self { Self(rawValue: WireCode.phoneNumberNotForMessages) }
  /// The user name has too few characters.
  public static var usernameTooShort: Self { Self(rawValue: WireCode.usernameTooShort) }
  /// The user name has too many characters.
  public static var usernameTooLong: Self { Self(rawValue: WireCode.usernameTooLong) }
  /// The user name contains a character that is not allowed.
  public static var usernameInvalidCharacter: Self { Self(rawValue: WireCode.usernameInvalidCharacter) }
  /// The user name mixes scripts, such as Latin and Cyrillic.
  public static var usernameMixedScripts: Self { Self(rawValue: WireCode.usernameMixedScripts) }
  /// The user name is reserved for the operator.
  public static var usernameReserved: Self { Self(rawValue: WireCode.usernameReserved) }
}
