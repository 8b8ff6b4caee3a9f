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
  /// - Parameters:
  ///   - typed: The text.
  ///   - offered: The kinds to choose from.
  /// - Returns: The kind that the text looks like, or else the first of the offered; nil if there is none.
  package static func guess(_ typed: String, among offered: [IdentifierKind]) -> IdentifierKind? {
    let looks: IdentifierKind = typed.contains("@") ? .email : isPhoneNumber(typed) ? .phoneNumber : .username
    return offered.contains(looks) ? looks : offered.first
  }

  private static func isPhoneNumber(_ typed: String) -> Bool {
    // Pasted numbers have invisible characters, which the server ignores too.
    let visible = String(typed.unicodeScalars.filter { $0.properties.generalCategory != .format })
    let digits = visible.first == "+" ? visible.dropFirst() : visible[...]
    return digits.count >= 4
      && digits.allSatisfy { $0.isWholeNumber || $0.isWhitespace || "().-/".contains($0) }
  }
}
