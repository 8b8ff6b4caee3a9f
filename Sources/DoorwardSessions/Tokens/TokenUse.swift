package import DoorwardStore

/// The two tokens of a session. A backend is shown the first and cannot take the account with it.
package enum TokenUse: Sendable {
  /// For the application's backends: `aud` is the application's audience.
  case access
  /// For this server's own calls: `aud` is the issuer.
  case account

  /// What the token opens, as its `scope` says.
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
