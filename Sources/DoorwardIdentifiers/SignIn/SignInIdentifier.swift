import DoorwardUnicode

/// An identifier from the one text field of a sign-in form.
package enum SignInIdentifier: Hashable, Sendable {
  case email(EmailAddress)
  case phone(PhoneNumber)
  case userName(UserName)

  /// The longest text in bytes. No identifier is as long.
  package static let maximumBytes = 1024

  /// Reads a text: an email address if it contains "@", a phone number if it starts with "+" or has digits and no letter,
  /// else a user name. White space around it is ignored.
  ///
  /// - Parameters:
  ///   - text: the text as typed.
  ///   - defaultRegion: the country of a phone number without an international prefix, two letters; nil to require "+".
  /// - Throws: ``IdentifierError``.
  package init(_ text: String, defaultRegion: String? = nil) throws(IdentifierError) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw IdentifierError(.tooLong, "This is neither an email address, a phone number nor a user name.")
    }
    let trimmed = Self.trimmed(text)
    if trimmed.isEmpty { throw IdentifierError(.empty, "The identifier is empty.") }
    if trimmed.utf8.contains(UInt8(ascii: "@")) {
      self = .email(try EmailAddress(trimmed))
    } else if Self.isPhoneNumber(trimmed) {
      self = .phone(try PhoneNumber(trimmed, defaultRegion: defaultRegion))
    } else {
      self = .userName(try UserName(trimmed))
    }
  }

  /// The kind of identifier. The raw values are those of `type` in an identity of the API.
  package enum Kind: String, Sendable, CaseIterable {
    case email
    case phone
    case userName = "username"
  }

  /// The kind of this identifier.
  package var kind: Kind {
    switch self {
    case .email: .email
    case .phone: .phone
    case .userName: .userName
    }
  }

  /// The text that identifies the user among identifiers of its kind.
  package var key: String {
    switch self {
    case .email(let address): address.key
    case .phone(let number): number.e164
    case .userName(let name): name.text
    }
  }

  /// The identifier with most of it hidden.
  package var masked: String {
    switch self {
    case .email(let address): address.masked
    case .phone(let number): number.masked
    case .userName(let name): name.masked
    }
  }

  private static func isPhoneNumber(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return PhoneNumberText.isPlus(first)
      || text.unicodeScalars.contains(where: \.isDecimalDigit)
        && text.unicodeScalars.allSatisfy(PhoneNumberText.isAllowed)
  }

  private static func trimmed(_ text: String) -> String {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
