// Strings (RFC 8259 §7) are checked for well-formed UTF-8 and unescaped in one pass.

extension JSONScanner {
  /// Reads a string after its opening quote, including the closing quote.
  mutating func string() throws(JSONError) -> String {
    let start = index
    while true {
      // Most characters are ASCII and need no further check.
      index = endOfPlainCharacters(from: index)
      guard index < bytes.count else { throw malformed("a string does not end") }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        defer { index += 1 }
        return text(start..<index)
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case let byte: try skipCharacter(byte)
      }
    }
  }

  /// The place of the first byte that is not a printable ASCII character, or is a quote or a backslash.
  private func endOfPlainCharacters(from start: Int) -> Int {
    var place = start
    let words = UnsafeRawBufferPointer(bytes)
    while bytes.count - place >= 8 {
      let word = UInt64(littleEndian: words.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let flags =
        ByteClass.control(word) | ByteClass.only(UInt8(ascii: "\""), word)
        | ByteClass.only(UInt8(ascii: "\\"), word) | word
      if let first = ByteClass.firstMember(flags) { return place + first }
      place += 8
    }
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x80...: return place
      default: place += 1
      }
    }
    return place
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var content: [UInt8] = []
    // The characters since the last escape are copied together.
    var first = start
    while true {
      index = endOfPlainCharacters(from: index)
      guard index < bytes.count else { throw malformed("a string does not end") }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        content += bytes[first..<index]
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        content += bytes[first..<index]
        index += 1
        content += try escape().utf8
        first = index
      case let byte: try skipCharacter(byte)
      }
    }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard index < bytes.count else { throw malformed("a string does not end") }
    let letter = bytes[index]
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw malformed("an unknown escape")
    }
  }

  /// Reads `uXXXX`, or a pair that encodes one scalar beyond the basic plane (RFC 8259 §7, §8.2).
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try fourHexDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { throw invalidUnicode("a surrogate stands alone") }
    index += 2
    let low = try fourHexDigits()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
    else { throw invalidUnicode("a surrogate stands alone") }
    return scalar
  }

  private mutating func fourHexDigits() throws(JSONError) -> UInt16 {
    guard bytes.count - index >= 4 else { throw malformed("an escape does not end") }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = bytes[index]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw malformed("four hexadecimal digits must follow \\u")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// Skips one character that is not ASCII: well-formed UTF-8. A control character is refused.
  private mutating func skipCharacter(_ lead: UInt8) throws(JSONError) {
    guard lead >= 0x80 else { throw malformed("a control character must be escaped in a string") }
    // Unicode, table 3-7: the bounds of the second byte exclude overlong forms, surrogates and values above
    // U+10FFFF.
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw invalidUnicode("a byte that UTF-8 does not have there")
    }
    guard bytes.count - index >= length, second.contains(bytes[index + 1]),
      bytes[(index + 2)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw invalidUnicode("a character of UTF-8 is cut short") }
    index += length
  }

  private func invalidUnicode(_ what: String) -> JSONError {
    JSONError(code: .invalidUnicode, what, at: index)
  }
}
