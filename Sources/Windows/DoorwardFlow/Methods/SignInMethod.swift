/// A way to sign in.
public enum SignInWay: Hashable, Sendable {
  /// An identifier and a password.
  case password
  /// A code that was sent.
  case code
  /// A method whose proof comes from outside the view.
  case method(SignInMethod)

  /// Whether it begins with the field of the identifier.
  public var hasIdentifier: Bool { self == .password || self == .code }
}

/// The identifiers of a user who is signed in.
public struct KnownIdentifiers: Hashable, Sendable {
  private let texts: [IdentifierKind: String]

  package init(_ texts: [IdentifierKind: String] = [:]) { self.texts = texts }

  /// The identifier of a kind; nil if the user has none.
  public subscript(_ kind: IdentifierKind) -> String? { texts[kind] }

  func contains(_ identifier: String) -> Bool { texts.values.contains(identifier) }
}

/// A method whose proof comes from outside the sign-in view: a sheet of the system, a wallet, a browser.
public enum SignInMethod: String, Hashable, Sendable, CaseIterable {
  /// A passkey.
  case passkey
  /// Sign-In with Ethereum.
  case ethereum
  /// A NEAR account.
  case near
  /// The server's page in the user's browser.
  case browser
}
