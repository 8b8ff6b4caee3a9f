package import DoorwardStore

/// The two tokens of a session. A backend receives the access token, which does not open the user's account.
package enum TokenUse: Sendable {
  /// For the application's backends: `aud` is the application's audience.
  case access
  /// For this server's own calls: `aud` is the issuer.
  case account

  /// The `scope` of the token.
  package func scope(of scopes: Scopes?) -> String {
    switch self {
    case .access: (scopes?.ofAccessToken ?? Scopes([.userRead])).text
    case .account: Scope.account.rawValue
    }
  }

  package func audience(_ application: Application, issuer: String) -> String {
    switch self {
    case .access: application.audience
    case .account: issuer
    }
  }
}
