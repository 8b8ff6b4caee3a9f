import DoorwardUnicode

/// The characters of a phone number as people write it.
enum PhoneNumberText {
  /// Whether the character may be in a phone number.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isDecimalDigit || isSeparator(scalar) || isPlus(scalar)
  }

  /// Whether the character separates digits.
  static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "-", ".", "/", "(", ")", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{202F}":
      true
    default: false
    }
  }

  /// Whether the character is a plus sign, also of full width.
  static func isPlus(_ scalar: Unicode.Scalar) -> Bool { scalar == "+" || scalar == "\u{FF0B}" }
}
