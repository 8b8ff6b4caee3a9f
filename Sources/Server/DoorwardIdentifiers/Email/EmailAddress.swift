package import DoorwardServerRules
package import DoorwardUnicode

/// An email address in the form that mail servers accept (RFC 5321 §4.1.2), without quoted parts, comments and address
/// literals.
package struct EmailAddress: Sendable {
  /// The part before "@", as written. Only the receiving server knows whether its case matters (RFC 5321 §2.4).
  package let localPart: String
  package let domain: DomainName

  /// The longest address in bytes (RFC 5321 §4.5.3.1.3, without the angle brackets).
  package static let maximumBytes = 254

  /// Reads an address as a user typed it.
  ///
  /// The part before "@" must be ASCII: most mail servers do not have the extension for others (RFC 6531). The domain may
  /// be in Unicode. Invisible characters around the address are ignored.
  ///
  /// - Throws: ``IdentifierError``.
  package init(_ text: String) throws(IdentifierError) {
    // A domain in Unicode may be shorter or longer than its ASCII form, which is checked below.
    guard text.utf8.count <= 1024 else { throw Self.tooLong }
    let text = PastedText.trimmed(text)
    guard !text.isEmpty else { throw IdentifierError.emailEmpty }
    guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), at > text.startIndex,
      text.utf8.index(after: at) < text.endIndex
    else { throw IdentifierError.emailIncomplete }
    let local = text[..<at]
    guard local.utf8.count <= 64 else { throw Self.tooLong }
    guard Self.isDotAtom(local) else {
      throw IdentifierError(
        .emailLocalPart, "The part before @ has characters that an email address cannot have.")
    }
    do {
      domain = try DomainName(String(text[text.utf8.index(after: at)...]))
    } catch {
      throw IdentifierError(.emailDomain, "The part after @ is not a domain name.")
    }
    localPart = String(local)
    guard address.utf8.count <= Self.maximumBytes else { throw Self.tooLong }
  }

  /// The address for mail servers: the domain in ASCII.
  package var address: String { "\(localPart)@\(domain.ascii)" }

  /// The address for display: the domain in Unicode.
  package var display: String { "\(localPart)@\(domain.unicode)" }

  /// The text that is equal for addresses of the same user: all in lower case. Providers with different mailboxes for
  /// different case do not exist in practice, and two users whose addresses differ in case would be confused.
  package var key: String { address.lowercased() }

  /// RFC 5322 §3.2.3: words of `atext`, separated by single dots.
  private static func isDotAtom(_ text: Substring) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.allSatisfy(isAtext)
    }
  }

  private static func isAtext(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
  }

  private static var tooLong: IdentifierError {
    IdentifierError(.emailTooLong, "The email address is too long.")
  }
}

extension EmailAddress: Hashable {
  /// Whether both are the address of the same user.
  package static func == (left: Self, right: Self) -> Bool { left.key.utf8.elementsEqual(right.key.utf8) }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
