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
