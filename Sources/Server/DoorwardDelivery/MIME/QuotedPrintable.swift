import Encodings

/// The quoted-printable encoding of text (RFC 2045 §6.7).
enum QuotedPrintable {
  /// The longest line, without its end (§6.7 rule 5).
  private static let longestLine = 76

  /// Encodes text. Its line ends become CRLF, and other control characters are removed.
  ///
  /// A leading dot and a leading `From ` are encoded, because some relays change them.
  static func encode(_ text: String) -> [UInt8] {
    var encoded: [UInt8] = []
    let normal = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let lines = normal.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if number > 0 { encoded += "\r\n".utf8 }
      append(Array(line.filter { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }), to: &encoded)
    }
    return encoded
  }

  private static func append(_ line: [UInt8], to encoded: inout [UInt8]) {
    var length = 0
    for (position, byte) in line.enumerated() {
      let isLast = position == line.count - 1
      let isAtStart = length == 0
      let unit = unit(byte, isLast: isLast, isAtStart: isAtStart && startsUnsafely(line[position...]))
      // A soft line break follows each unit of a long line except the last.
      if length + unit.count > (isLast ? longestLine : longestLine - 1) {
        encoded += "=\r\n".utf8
        length = 0
        let unit = self.unit(byte, isLast: isLast, isAtStart: startsUnsafely(line[position...]))
        encoded += unit
        length += unit.count
        continue
      }
      encoded += unit
      length += unit.count
    }
  }

  private static func startsUnsafely(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first == UInt8(ascii: ".") || rest.starts(with: "From ".utf8)
  }

  private static func unit(_ byte: UInt8, isLast: Bool, isAtStart mustEncode: Bool) -> [UInt8] {
    let isBlank = byte == 0x20 || byte == 0x09
    let isPlain = (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast
    guard mustEncode || !isPlain else { return [byte] }
    return [UInt8]("=\(Hex.encode([byte]).uppercased())".utf8)
  }
}
