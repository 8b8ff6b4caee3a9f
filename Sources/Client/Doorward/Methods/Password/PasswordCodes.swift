internal import DoorwardWire

/// The codes of passwords.
extension DoorwardError.Code {
  /// The password is easy to guess; ``DoorwardError/passwordAdvice`` has the reasons.
  public static var passwordTooGuessable: Self { Self(rawValue: WireCode.passwordTooGuessable) }
  /// The user has a password, and the body has no `current_password`.
  public static var missingPassword: Self { Self(rawValue: WireCode.missingPassword) }
  /// The password has fewer characters than required.
  public static var passwordTooShort: Self { Self(rawValue: WireCode.passwordTooShort) }
  /// The password has more characters than allowed.
  public static var passwordTooLong: Self { Self(rawValue: WireCode.passwordTooLong) }
  /// The password contains a character that cannot be typed reliably, such as a control character.
  public static var passwordDisallowedCharacter: Self { Self(rawValue: WireCode.passwordDisallowedCharacter) }
  /// The password contains the user's email address, phone number or user name, or it is a name of the user or of the
  /// application.
  public static var passwordContainsIdentifier: Self { Self(rawValue: WireCode.passwordContainsIdentifier) }
  /// The password is in a list or a known breach. Attackers try such passwords first.
  public static var passwordListed: Self { Self(rawValue: WireCode.passwordListed) }
  /// Too many passwords are being checked.
  public static var passwordHashingBusy: Self { Self(rawValue: WireCode.passwordHashingBusy) }
}
