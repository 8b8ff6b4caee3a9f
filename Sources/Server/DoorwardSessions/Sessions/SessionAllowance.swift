package import DoorwardStore

/// The current permissions of a session: its granted scopes, limited to the scopes that its application may have now.
///
/// This type alone decides the permissions; a token cannot extend them. If the operator removes a scope from an
/// application, its existing sessions lose the scope. If the operator adds the scope again, the sessions regain it.
package struct SessionAllowance: Sendable, Equatable {
  /// The scopes; nil for a session with full access.
  package let scopes: Scopes?

  package init(_ session: Session, of application: Application) {
    switch (session.scopes, session.carrier) {
    case (let granted?, _): scopes = application.client.allowed(of: granted)
    // The hosted page belongs to the server, so the settings of the first application do not limit it.
    case (nil, .cookie): scopes = nil
    case (nil, .tokens): scopes = application.signsInDirectly ? nil : Scopes([])
    }
  }

  /// Whether the session has access to the whole account.
  package var opensAccount: Bool { scopes?.contains(.account) ?? true }

  /// Whether the session may receive new tokens.
  package var isRefreshable: Bool { scopes.map { $0.isRefreshable && $0.opensSomething } ?? true }

  /// The scopes of a token that are still allowed.
  ///
  /// - Parameter listed: the scopes in the token.
  /// - Returns: the scopes; nil if the token no longer gives access.
  package func left(of listed: Scopes) -> Scopes? {
    guard let scopes else { return listed }
    if listed.contains(.account) { return scopes.contains(.account) ? listed : nil }
    let left = listed.intersection(scopes.ofAccessToken)
    return left.opensSomething ? left : nil
  }
}
