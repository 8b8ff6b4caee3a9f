import DoorwardSessions
package import DoorwardStore

/// The session on the page and the user's grant to the client, compared with an authorization request.
package struct PageStanding: Sendable {
  /// Why the session does not suffice; nil if it does.
  package let objection: SignInReason?
  /// The scopes of the request to which the user has consented before.
  package let consented: Scopes

  package init(objection: SignInReason?, consented: Scopes) {
    self.objection = objection
    self.consented = consented
  }
}

extension AuthorizationRequest {
  /// The scopes whose consent the server remembers. Full access is not one of them: the page asks for it each time.
  private static let remembered = Scopes(Scope.allCases.filter { $0 != .account })

  /// The scopes of the request to which the user has consented before. Granted scopes that no page has listed are not among
  /// them.
  ///
  /// - Parameter grant: the user's grant to the client; nil if there is none.
  /// - Returns: the scopes, without full access.
  package func consented(in grant: ApplicationGrant?) -> Scopes {
    guard let grant else { return Scopes([]) }
    return scopes.intersection(grant.scopes).intersection(grant.shown).intersection(Self.remembered)
  }

  /// Whether only the client itself can use the response: it has a secret, or an https redirect URI, which has an owner. Any program
  /// can impersonate another client, and other apps can register its URI scheme (RFC 8252 §8.6).
  package var reachesClientOnly: Bool {
    switch back.destination {
    case .web: true
    case .loopback: application.client.isConfidential
    case .app: false
    }
  }
}
