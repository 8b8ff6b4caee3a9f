/// Checks language tags: the letters, digits and hyphens of RFC 5646 §2.1.
package enum LanguageTag {
  /// The tag of a language that a client names, also in the form of Apple's locales, `pt_BR`. It is empty if the text is not
  /// a tag.
  static func normalized(_ text: String) -> String {
    guard text.utf8.count <= 35 else { return "" }
    let tag = text.replacing("_", with: "-")
    return isValid(tag) ? tag : ""
  }

  package static func isValid(_ text: String) -> Bool {
    text.utf8.count <= 35
      && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
        (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { isLetterOrDigit($0) }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
  }
}
