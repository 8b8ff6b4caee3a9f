/// The characters of a code as a person types it or a password manager pastes it.
enum TypedCharacters {
  /// The longest text in bytes of UTF-8. It bounds the work of a hostile request.
  private static let maximumBytes = 128

  /// The letters and digits in ASCII: without spaces, hyphens and invisible characters, digits of every script as ASCII
  /// digits, full-width letters as ASCII letters.
  ///
  /// - Returns: nil if the text is too long or has another character.
  static func lettersAndDigits(of text: String) -> [UInt8]? {
    guard text.utf8.count <= maximumBytes else { return nil }
    var characters: [UInt8] = []
    for scalar in text.unicodeScalars where !isSeparator(scalar) {
      guard let character = ascii(scalar) else { return nil }
      characters.append(character)
    }
    return characters
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // The minus sign is not a dash. Format characters are invisible: zero-width spaces, marks of direction.
    case .spaceSeparator, .dashPunctuation, .format: true
    default: scalar.properties.isWhitespace || scalar == "\u{2212}"
    }
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
      return UInt8(ascii: "0") + UInt8(value)
    }
    let isFullWidth = (0xff01...0xff5e).contains(scalar.value)
    switch isFullWidth ? scalar.value - 0xfee0 : scalar.value {
    case let letter where (0x41...0x5a).contains(letter) || (0x61...0x7a).contains(letter):
      return UInt8(truncatingIfNeeded: letter)
    default: return nil
    }
  }
}
