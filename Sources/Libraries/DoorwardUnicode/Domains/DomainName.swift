internal import CDoorwardIDN2
import Encodings

/// A domain name in its two forms (IDNA2008, RFC 5890), with libidn2.
package struct DomainName: Hashable, Sendable {
  /// The name for protocols and for comparison: ASCII, lower case, at most 253 bytes, without a dot at the end.
  package let ascii: String

  /// Reads a name that a user typed: Unicode or ASCII, in any case.
  ///
  /// The mapping is that of UTS #46 without the transitional rules, so "ß" stays a letter of its own.
  ///
  /// - Throws: ``DomainNameError``.
  package init(_ text: String) throws(DomainNameError) {
    // The limit is generous: a name of 253 bytes in ASCII has fewer Unicode characters.
    guard !text.isEmpty, text.utf8.count <= 1024, !text.utf8.contains(0) else {
      throw DomainNameError(.invalidLength, "A domain name has between 1 and 253 characters.")
    }
    // libidn2 must not apply the STD3 rules: it removes forbidden characters, so that "a@b" would be the name "ab".
    let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    var result: UnsafeMutablePointer<CChar>?
    let status = idn2_to_ascii_8z(text, &result, flags)
    defer { idn2_free(result) }
    guard status == IDN2_OK.rawValue, let result else {
      throw DomainNameError(.invalidName, "The domain name contains characters that a domain cannot have.")
    }
    let ascii = String(cString: result)
    guard Self.isHostName(ascii) else {
      throw DomainNameError(
        .invalidName, "The domain name is not a host name: letters, digits, hyphens and dots.")
    }
    self.ascii = ascii
    // RFC 5893 §2, which libidn2 does not check together with the mapping.
    guard BidiRule.holds(forLabels: unicode.split(separator: ".").map { Array($0.unicodeScalars) }) else {
      throw DomainNameError(.invalidName, "The domain name mixes left-to-right and right-to-left characters.")
    }
  }

  /// The name for display: Unicode labels. The ASCII form if the library cannot decode it.
  package var unicode: String {
    var result: UnsafeMutablePointer<CChar>?
    let status = idn2_to_unicode_8z8z(ascii, &result, 0)
    defer { idn2_free(result) }
    guard status == IDN2_OK.rawValue, let result else { return ascii }
    return String(cString: result)
  }

  /// RFC 1123 §2.1, with lower-case letters only, and a last label that is not a number: that would be an address.
  private static func isHostName(_ ascii: String) -> Bool {
    guard ascii.utf8.count <= 253 else { return false }
    let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy(isLabel) && labels.last?.utf8.contains { !(48...57).contains($0) } == true
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.utf8.first != 0x2d && label.utf8.last != 0x2d
      && label.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 0x2d }
  }
}

/// The reason why a text is not a domain name.
package struct DomainNameError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The name is empty or too long.
    package static let invalidLength = Code(rawValue: "invalid_length")
    /// The name contains characters that a domain name cannot have.
    package static let invalidName = Code(rawValue: "invalid_name")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
