internal import Foundation

extension ScreenContent {
  /// Advice about a new password while the user types it, as on the hosted page. It is for the user: only the server, which also
  /// has a list of known passwords, refuses a password.
  public struct PasswordAdvice: Hashable, Sendable {
    /// The fewest characters of a password, in Unicode code points.
    private let minimumLength: Int
    /// Texts about the user that an attacker tries first.
    private let identifiers: [String]
    /// The sentences for one missing character, for two, and so on.
    private let missing: [String]
    private let repeats: String
    private let hasIdentifier: String
    private let longEnough: String

    init(minimumLength: Int, about identifiers: [String], texts: ContentTexts) {
      // No server asks for more. The texts must not grow with a number of the server.
      self.minimumLength = min(max(0, minimumLength), 256)
      self.identifiers = identifiers
      missing = (0..<self.minimumLength).map { texts("identifier.moreCharacters", count: $0 + 1) }
      repeats = texts("identifier.repeats")
      hasIdentifier = texts("identifier.hasIdentifier")
      longEnough = texts("identifier.longEnough")
    }

    /// The sentence for a text that is neither empty nor too long.
    func sentence(for text: String) -> String {
      let length = text.precomposedStringWithCanonicalMapping.unicodeScalars.count
      if length < minimumLength { return missing[minimumLength - length - 1] }
      let typed = text.lowercased()
      if typed.repeatsItself { return repeats }
      return identifiers.contains { typed.containsIdentifier($0) } ? hasIdentifier : longEnough
    }
  }
}

extension String {
  /// Whether the text is a part of at most a third of its length, again and again.
  fileprivate var repeatsItself: Bool {
    // The first part is enough for an advice, and a text can be long.
    let scalars = Array(unicodeScalars.prefix(256))
    return (1...max(1, scalars.count / 3)).contains { size in
      size * 3 <= scalars.count && scalars.indices.allSatisfy { scalars[$0] == scalars[$0 % size] }
    }
  }

  /// Whether the text contains an identifier, or the part of an email address before the at sign.
  fileprivate func containsIdentifier(_ identifier: String) -> Bool {
    let name = identifier.prefix { $0 != "@" }
    return [identifier, String(name)].contains { $0.count >= 4 && contains($0.lowercased()) }
  }
}
