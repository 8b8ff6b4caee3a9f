/// Checks host names in ASCII (RFC 1123 §2.1).
package enum HostName {
  /// Whether a text is a host name: labels of letters, digits and inner hyphens, separated by dots.
  package static func isValid(_ text: String) -> Bool {
    let bytes = [UInt8](text.utf8.prefix(254))
    guard bytes.count <= 253 else { return false }
    let hyphen = UInt8(ascii: "-")
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
        && label.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
