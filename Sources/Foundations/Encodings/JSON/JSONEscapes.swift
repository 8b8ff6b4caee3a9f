/// The escapes that a JSON text needs (RFC 8259 §7), and those that keep it safe in HTML and in older JavaScript.
enum JSONEscapes {
  /// Whether a text may need an escape. Most texts need none.
  static func mayOccur(in characters: UnsafeBufferPointer<UInt8>, forHTML: Bool) -> Bool {
    if forHTML { return true }
    let bytes = UnsafeRawBufferPointer(characters)
    switch bytes.count {
    case 8...: return containsEscaped(bytes, as: UInt64.self)
    case 4...: return containsEscaped(bytes, as: UInt32.self)
    default: return bytes.contains { ByteClass.isMember(escaped($0)) }
    }
  }

  /// Whether a byte of a text is in the class, as many at a time as a word has. The last word may overlap the one before.
  @inline(__always)
  private static func containsEscaped<Word: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer, as: Word.Type
  ) -> Bool {
    let length = MemoryLayout<Word>.size
    let last = bytes.count - length
    var found = escaped(bytes.loadUnaligned(fromByteOffset: last, as: Word.self))
    var place = 0
    while place < last {
      found |= escaped(bytes.loadUnaligned(fromByteOffset: place, as: Word.self))
      place &+= length
    }
    return ByteClass.isMember(found)
  }

  /// The class of the bytes that may need an escape in every text.
  @inline(__always)
  private static func escaped<Bytes: FixedWidthInteger>(_ bytes: Bytes) -> Bytes {
    ByteClass.control(bytes) | ByteClass.only(UInt8(ascii: "\""), bytes)
      | ByteClass.only(UInt8(ascii: "\\"), bytes) | ByteClass.only(0xE2, bytes)
  }

  /// The escape of the character at `place`, and the number of bytes it replaces; nil if it is not escaped.
  static func escape(
    at place: Int, in characters: UnsafeBufferPointer<UInt8>, forHTML: Bool
  ) -> (String, Int)? {
    let byte = characters[place]
    switch byte {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0D: return ("\\r", 1)
    case 0x09: return ("\\t", 1)
    case 0..<0x20: return ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16), 1)
    case UInt8(ascii: "<") where forHTML: return ("\\u003c", 1)
    case UInt8(ascii: ">") where forHTML: return ("\\u003e", 1)
    case UInt8(ascii: "&") where forHTML: return ("\\u0026", 1)
    case 0xE2:
      // A Swift string is well-formed UTF-8, so two more bytes follow.
      guard characters.count - place >= 3, characters[place + 1] == 0x80 else { return nil }
      switch characters[place + 2] {
      case 0xA8: return ("\\u2028", 3)
      case 0xA9: return ("\\u2029", 3)
      default: return nil
      }
    default: return nil
    }
  }
}
