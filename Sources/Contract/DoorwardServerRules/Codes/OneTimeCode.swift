internal import Encodings

/// A code of decimal digits that works once: sent by mail or SMS, or computed by an authenticator.
package struct OneTimeCode: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The number of digits of a code that this server sends, and of an authenticator's.
  package static let length = 6

  private let digits: [UInt8]

  /// The code of a hash, by the dynamic truncation of RFC 4226 §5.3.
  ///
  /// - Parameters:
  ///   - hash: a hash of 20 or more bytes.
  ///   - length: the number of digits.
  package init(truncating hash: [UInt8], length: Int = Self.length) {
    // The last four bits of the hash choose the four bytes of the code.
    let offset = Int(hash[hash.count - 1] & 15)
    var number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    var text = [UInt8](repeating: 0, count: length)
    for place in text.indices.reversed() {
      text[place] = UInt8(ascii: "0") + UInt8(number % 10)
      number /= 10
    }
    digits = text
  }

  /// Draws a code. Every code is equally likely.
  ///
  /// - Parameter random: returns as many unpredictable bytes as requested.
  /// - Throws: the error of `random`.
  package init(random: (_ count: Int) throws -> [UInt8]) rethrows {
    var digits: [UInt8] = []
    while digits.count < Self.length {
      // 250 is the largest multiple of 10 in a byte. Higher values would favor some digits.
      for byte in try random(2 * Self.length) where byte < 250 && digits.count < Self.length {
        digits.append(UInt8(ascii: "0") + byte % 10)
      }
    }
    self.digits = digits
  }

  /// Parses a code as typed or pasted. Spaces, hyphens and invisible characters are ignored, and digits of every script
  /// are accepted. The result is nil if the text has another character or another number of digits.
  ///
  /// `length` is the number of digits.
  package init?(typed text: String, length: Int = Self.length) {
    guard let digits = TypedCharacters.lettersAndDigits(of: text), digits.count == length,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.digits = digits
  }

  /// The digits, for the message to the user. They belong in no response, URL or log.
  package var text: String { String(decoding: digits, as: UTF8.self) }

  /// Whether two codes are the same. The time depends only on the lengths.
  package static func == (left: Self, right: Self) -> Bool { constantTimeEquals(left.digits, right.digits) }

  /// Hides the digits.
  package var description: String { "OneTimeCode" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

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
