/// A kind of identifier that a user signs in with.
public enum IdentifierKind: String, Hashable, Sendable, CaseIterable {
  /// An email address.
  case email
  /// A phone number with its country.
  case phoneNumber
  /// A user name.
  case username

  /// The kind of a typed identifier. The server decides whether it is valid.
  ///
  /// `offered` are the kinds to choose from.
  ///
  /// - Returns: The kind that the text looks like, or else the first of the offered; nil if there is none.
  package static func guess(_ typed: String, among offered: [IdentifierKind]) -> IdentifierKind? {
    let looks: IdentifierKind =
      typed.utf8.contains(UInt8(ascii: "@")) ? .email : isPhoneNumber(typed) ? .phoneNumber : .username
    return offered.contains(looks) ? looks : offered.first
  }

  /// Whether the server reads a text as a phone number: `SignInIdentifier.kind(of:)` decides alike. A short text is the beginning
  /// of any identifier.
  private static func isPhoneNumber(_ typed: String) -> Bool {
    // Pasted numbers have invisible characters, which the server ignores too.
    let visible = typed.unicodeScalars.filter { $0.properties.generalCategory != .format }
    let scalars = String(visible).trimmed.unicodeScalars
    guard scalars.count >= 4, let first = scalars.first else { return false }
    return isPlus(first) || scalars.contains(where: isDigit) && scalars.allSatisfy(isPartOfNumber)
  }

  private static func isPartOfNumber(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || isPlus(scalar)
      || " -./()\u{A0}\u{2010}\u{2011}\u{2012}\u{2013}\u{202F}".unicodeScalars.contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  /// Also a plus sign of full width.
  private static func isPlus(_ scalar: Unicode.Scalar) -> Bool { scalar == "+" || scalar == "\u{FF0B}" }
}

/// The identifiers of a user who is signed in.
public struct KnownIdentifiers: Hashable, Sendable {
  private let texts: [IdentifierKind: String]

  package init(_ texts: [IdentifierKind: String] = [:]) { self.texts = texts }

  /// The identifier of a kind; nil if the user has none.
  public subscript(_ kind: IdentifierKind) -> String? { texts[kind] }

  func contains(_ identifier: String) -> Bool { texts.values.contains(identifier) }
}
