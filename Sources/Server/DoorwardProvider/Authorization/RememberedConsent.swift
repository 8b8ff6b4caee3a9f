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
  /// The scopes whose consent the server remembers. Full access is not one of them, because a grant of it can come from a
  /// sign-in in the app or from a backend that has added the user, which have shown no page.
  private static let remembered = Scopes(Scope.allCases.filter { $0 != .account })

  /// The scopes of the request to which the user has consented before.
  ///
  /// - Parameter grant: the user's grant to the client; nil if there is none.
  /// - Returns: the scopes, without full access.
  package func consented(in grant: ApplicationGrant?) -> Scopes {
    guard let grant else { return Scopes([]) }
    return scopes.intersection(grant.scopes).intersection(Self.remembered)
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
