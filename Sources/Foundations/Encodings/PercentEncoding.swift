/// Percent-encoding of values in URIs.
package enum PercentEncoding {
  /// Encodes every byte except the unreserved characters of RFC 3986 §2.3.
  package static func encode(_ value: String) -> String {
    var text = ""
    for byte in value.utf8 {
      if isUnreserved(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + Hex.encode([byte]).uppercased()
      }
    }
    return text
  }

  /// Whether a byte is an unreserved character, which is never encoded.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
