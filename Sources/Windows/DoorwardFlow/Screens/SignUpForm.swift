/// The form of a sign-up with a password.
public struct SignUpForm: Hashable, Sendable {
  /// The email address or phone number; empty if the user signs up with a user name alone.
  public let address: String
  /// The user name; may be empty if there is an address.
  public let username: String
  /// The name to show; may be empty.
  public let name: String
  package let password: SecretText

  /// Makes a form. Spaces around the texts are removed, except around the password.
  public init(address: String = "", username: String = "", name: String = "", password: String = "") {
    self.address = address.trimmed
    self.username = username.trimmed
    self.name = name.trimmed
    self.password = SecretText(password)
  }

  /// Whether it can be sent: it has an identifier and a password that is not too long.
  func isComplete(for choices: SignInChoices) -> Bool {
    !(choices.addressKinds.isEmpty ? username : address).isEmpty && choices.accepts(password.text)
  }
  /// The form to show again.
  var withoutPassword: SignUpForm { SignUpForm(address: address, username: username, name: name) }
}

extension String {
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}

/// A password or a code. Descriptions and dumps do not show it.
package struct SecretText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

extension SecretText: CustomStringConvertible, CustomReflectable {
  package var description: String { "SecretText" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
