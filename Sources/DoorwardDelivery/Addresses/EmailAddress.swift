/// An email address that can be written into a header and an SMTP command without quoting.
///
/// The local part is a `dot-atom` (RFC 5322 §3.4.1) and the domain is a host name of letters, digits and hyphens.
/// Quoted local parts, address literals and text that is not ASCII are refused. An internationalized domain must be
/// given in its ASCII form.
package struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address: `ann@example.com`.
  package let text: String
  /// The part after the `@`.
  package let domain: String

  /// - Throws: ``AddressError`` `invalid_email`.
  package init(_ text: String) throws(AddressError) {
    // RFC 5321 §4.5.3.1: a path has 256 octets with its angle brackets, a local part 64.
    let bytes = [UInt8](text.utf8.prefix(255))
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")), (1...64).contains(at),
      Self.isDotAtom(bytes[..<at]), Self.isHost(bytes[(at + 1)...])
    else {
      throw AddressError(.invalidEmail, "the text is not an email address in ASCII: check it for mistakes")
    }
    self.text = text
    domain = String(decoding: bytes[(at + 1)...], as: UTF8.self)
  }

  /// The address for logs: `a…@example.com`.
  package var masked: String { "\(text.prefix(1))…@\(domain)" }

  /// Hides the local part.
  package var description: String { masked }

  private static func isDotAtom(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty && atom.allSatisfy { isAtomByte.contains($0) }
    }
  }

  /// The bytes of `atext` (RFC 5322 §3.2.3).
  private static let isAtomByte = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~".utf8)

  private static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    HostName.isValid(String(decoding: bytes, as: UTF8.self))
  }
}
