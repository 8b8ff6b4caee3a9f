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
