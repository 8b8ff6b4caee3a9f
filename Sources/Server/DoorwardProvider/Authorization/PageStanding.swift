package import DoorwardStore

/// What the session on the page still lacks for an authorization request.
package struct PageStanding: Sendable {
  /// Why the session does not suffice; nil if it does.
  package let objection: SignInReason?
  /// Whether the user has not granted the client what it requests.
  package let needsConsent: Bool

  package init(objection: SignInReason?, needsConsent: Bool) {
    self.objection = objection
    self.needsConsent = needsConsent
  }
}

extension AuthorizationRequest {
  /// The scopes that the page always shows to a user before the client gets them for the first time.
  private static let shown = Scopes([.email, .phone])

  /// Whether the user has to consent to the scopes of the request.
  ///
  /// The operator has registered every client, so a first sign-in without the user's addresses needs no question. More scopes
  /// than the user has granted always need one.
  ///
  /// - Parameter grant: the user's grant to the client; nil if the user is new to it.
  /// - Returns: whether the page has to ask.
  package func needsConsent(beyond grant: ApplicationGrant?) -> Bool {
    guard let granted = grant?.scopes, !granted.contains(.account) else {
      return grant == nil && scopes.intersection(Self.shown) != Scopes([])
    }
    return !scopes.isSubset(of: granted)
  }
}
