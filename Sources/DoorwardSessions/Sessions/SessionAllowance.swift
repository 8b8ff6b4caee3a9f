package import DoorwardStore

/// What a session may do now: what it was granted, within what its application is allowed by now.
///
/// The one place that decides it, whatever a token says. What an operator takes from an application is so taken
/// from the sessions there are, and what is given back comes back.
package struct SessionAllowance: Sendable, Equatable {
  /// Nil of a session that may do everything.
  package let scopes: Scopes?

  package init(_ session: Session, of application: Application) {
    switch (session.scopes, session.carrier) {
    case (let granted?, _): scopes = application.client.allowed(of: granted)
    // The hosted page is the server's own, whatever the first application may have.
    case (nil, .cookie): scopes = nil
    case (nil, .tokens): scopes = application.signsInDirectly ? nil : Scopes([])
    }
  }

  /// Whether it is one of the server's own apps, or a sign-in of an application's own.
  package var opensAccount: Bool { scopes?.contains(.account) ?? true }

  /// Whether new tokens may be had for it.
  package var isRefreshable: Bool { scopes.map { $0.isRefreshable && $0.opensSomething } ?? true }

  /// What a token still opens.
  ///
  /// - Parameter said: what stands in it.
  /// - Returns: nil where that is nothing.
  package func left(of said: Scopes) -> Scopes? {
    guard let scopes else { return said }
    if said.contains(.account) { return scopes.contains(.account) ? said : nil }
    let left = said.intersection(scopes.ofAccessToken)
    return left.opensSomething ? left : nil
  }
}
