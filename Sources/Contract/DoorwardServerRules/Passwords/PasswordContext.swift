/// The texts about a user that an attacker may know and tries first.
package struct PasswordContext: Sendable, Hashable {
  /// The user's email addresses, phone numbers in E.164 form and user names. A password must not contain one.
  package var identifiers: [String]
  /// The user's names. A password must not be one.
  package var names: [String]
  /// The names of the application. A password must not be one.
  package var application: [String]

  /// Makes a context.
  package init(identifiers: [String] = [], names: [String] = [], application: [String] = []) {
    self.identifiers = identifiers
    self.names = names
    self.application = application
  }

  /// A shorter identifier is in many passwords by chance. It is refused only if it is the whole password.
  private static let shortestPart = 4

  /// Whether a password contains an identifier, the part of an email address before "@", or the digits of a phone
  /// number, or is a name. Upper and lower case are the same.
  ///
  /// - Parameters:
  ///   - password: the password in the form that is hashed.
  ///   - normalized: the code points of a text in normalization form C.
  /// - Returns: the answer.
  package func isPart(of password: String, normalized: (String) -> [Unicode.Scalar]) -> Bool {
    func folded(_ text: String) -> [Unicode.Scalar] { normalized(text.lowercased()) }
    let password = folded(password)
    return (names + application).contains { folded($0) == password }
      || identifiers.flatMap { Self.parts(of: folded($0)) }.contains { part in
        part == password || part.count >= Self.shortestPart && password.contains(part)
      }
  }

  private static func parts(of identifier: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    let localPart = identifier.lastIndex(of: "@").map { Array(identifier[..<$0]) }
    let digits = identifier.first == "+" ? Array(identifier.dropFirst()) : nil
    return [identifier, localPart, digits].compactMap { $0 }.filter { !$0.isEmpty }
  }
}
