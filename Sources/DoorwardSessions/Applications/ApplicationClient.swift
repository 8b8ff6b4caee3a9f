package import DoorwardStore
package import JOSE

extension Application {
  /// The application as a client of this server as OpenID Provider; its `client_id` is the application's id.
  package struct Client: Sendable, Equatable {
    package var redirectURIs: [RedirectURI]
    /// Where a browser may be sent once it has been signed out.
    package var postLogoutRedirectURIs: [RedirectURI]
    /// Nil of a public client: an app that keeps no secret from whoever has it (RFC 6749 §2.1).
    package var secret: ClientSecret.Hash?
    /// What it may ask for.
    package var scopes: Scopes
    /// What its ID tokens are signed with.
    package var idTokenAlgorithm: JWSAlgorithm
    /// Whether devices without a browser may ask for a sign-in at another screen (RFC 8628).
    package var allowsDevices: Bool

    package init(
      redirectURIs: [RedirectURI], postLogoutRedirectURIs: [RedirectURI], secret: ClientSecret.Hash? = nil,
      scopes: Scopes, idTokenAlgorithm: JWSAlgorithm, allowsDevices: Bool
    ) {
      self.redirectURIs = redirectURIs
      self.postLogoutRedirectURIs = postLogoutRedirectURIs
      self.secret = secret
      self.scopes = scopes
      self.idTokenAlgorithm = idTokenAlgorithm
      self.allowsDevices = allowsDevices
    }

    package var isConfidential: Bool { secret != nil }

    /// What is left of scopes that were granted, now that the client may have `scopes`.
    package func allowed(of granted: Scopes) -> Scopes { granted.intersection(scopes) }

    /// The listed URI by which an answer may be sent to `presented`.
    package func redirectURI(admitting presented: String) -> RedirectURI? {
      redirectURIs.first { $0.admits(presented) }
    }
  }

  /// What the hosted page offers while it signs people in for `client`: of its own what that application
  /// offers too, under that application's name.
  package func narrowed(to client: Application) -> Application {
    var narrowed = self
    narrowed.name = client.name
    narrowed.terms = client.terms
    narrowed.methods.formIntersection(client.methods)
    narrowed.ethereum.statement = client.ethereum.statement
    narrowed.ethereum.chains.removeAll { !client.ethereum.chains.contains($0) }
    narrowed.near.networks.removeAll { !client.near.networks.contains($0) }
    return narrowed
  }
}
