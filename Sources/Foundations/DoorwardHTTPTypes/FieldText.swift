import Encodings

/// Whether `text` is a token: one or more `tchar` (RFC 9110 §5.6.2).
package func isToken(_ text: String) -> Bool {
  var text = text
  return !text.isEmpty && text.withUTF8 { $0.allSatisfy(isTokenCharacter) }
}

/// Whether `byte` is a `tchar` (RFC 9110 §5.6.2).
package func isTokenCharacter(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
    UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
    UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
    true
  default:
    false
  }
}

/// Compares two field names: ASCII letters without regard to case, all other characters exactly.
package func asciiEqualIgnoringCase(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  var left = left
  var right = right
  return left.withUTF8 { left in
    right.withUTF8 { right in
      left.indices.allSatisfy { asciiLowercased(left[$0]) == asciiLowercased(right[$0]) }
    }
  }
}

/// The ASCII lower-case form of a byte.
package func asciiLowercased(_ byte: UInt8) -> UInt8 {
  UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// Whether a part of a message has a control character other than the tab, which no field value may have
/// (RFC 9110 §5.5).
package func hasControlCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var found: UInt8 = 0
  for byte in bytes {
    found |= ByteClass.control(byte) & ~ByteClass.only(0x09, byte) | ByteClass.only(0x7f, byte)
  }
  return ByteClass.isMember(found)
}

/// The ASCII lower-case form of a text; other characters are unchanged.
package func asciiLowercased(_ text: String) -> String {
  String(decoding: text.utf8.map(asciiLowercased), as: UTF8.self)
}

/// `text` without spaces and tabs at its ends (RFC 9110 §5.6.3, OWS).
package func trimmingOptionalWhitespace(_ text: Substring) -> Substring {
  var text = text
  while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
  while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
  return text
}
