package import DoorwardServerRules
import DoorwardUnicode

/// An identifier from the one text field of a sign-in form.
package enum SignInIdentifier: Hashable, Sendable {
  case email(EmailAddress)
  case phone(PhoneNumber)
  case userName(UserName)

  /// The longest text in bytes. No identifier is as long.
  package static let maximumBytes = 1024

  /// Reads a text: an email address if it contains "@", a phone number if it starts with "+" or has digits and no letter,
  /// else a user name. White space and invisible characters around it are ignored.
  ///
  /// - Parameters:
  ///   - text: the text as typed.
  ///   - defaultRegion: the country of a phone number without an international prefix, two letters; nil to require "+".
  /// - Throws: ``IdentifierError``.
  package init(_ text: String, defaultRegion: String? = nil) throws(IdentifierError) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw IdentifierError(.tooLong, "This is neither an email address, a phone number nor a user name.")
    }
    let trimmed = PastedText.trimmedOfSpace(text)
    if trimmed.isEmpty { throw IdentifierError(.empty, "The identifier is empty.") }
    self =
      switch Self.kind(of: trimmed) {
      case .email: .email(try EmailAddress(trimmed))
      case .phone: .phone(try PhoneNumber(trimmed, defaultRegion: defaultRegion))
      case .userName: .userName(try UserName(trimmed))
      }
  }

  /// The kind of identifier that a text names, whether it is valid or not. The hosted page and the apps decide alike:
  /// `Tests/Vectors/text/identifier_kinds.json`.
  package static func kind(of text: String) -> Kind {
    let text = PastedText.trimmedOfSpace(text)
    if text.utf8.contains(UInt8(ascii: "@")) { return .email }
    return isPhoneNumber(text) ? .phone : .userName
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
    let scalars = PastedText.visible(text).unicodeScalars
    guard let first = scalars.first else { return false }
    return PhoneNumberText.isPlus(first)
      || scalars.contains(where: \.isDecimalDigit) && scalars.allSatisfy(PhoneNumberText.isAllowed)
  }
}
