public import JOSE

extension Application {
  /// The application as a client of this server as OpenID Provider; its `client_id` is the application's id.
  public struct Client: Sendable, Equatable {
    public var redirectURIs: [RedirectURI]
    /// Where a browser may be sent once it has been signed out.
    public var postLogoutRedirectURIs: [RedirectURI]
    /// Nil of a public client: an app that keeps no secret from whoever has it (RFC 6749 §2.1).
    public var secret: ClientSecret.Hash?
    /// What it may ask for.
    public var scopes: Scopes
    /// What its ID tokens are signed with.
    public var idTokenAlgorithm: JWSAlgorithm
    /// Whether devices without a browser may ask for a sign-in at another screen (RFC 8628).
    public var allowsDevices: Bool

    public var isConfidential: Bool { secret != nil }

    /// What is left of scopes that were granted, now that the client may have `scopes`.
    func allowed(of granted: Scopes) -> Scopes { granted.intersection(scopes) }

    /// The listed URI by which an answer may be sent to `presented`.
    func redirectURI(admitting presented: String) -> RedirectURI? {
      redirectURIs.first { $0.admits(presented) }
    }
  }

  /// Whether a sign-in on the hosted page was by a way that the application offers.
  func admits(_ session: Session) -> Bool {
    methods.isSuperset(of: session.methods.map(SignInMethodName.init(rawValue:)))
      && session.nearKey.map { near.networks.contains($0.network) } ?? true
  }

  /// What the hosted page offers while it signs people in for `client`: of its own what that application
  /// offers too, under that application's name.
  func narrowed(to client: Application) -> Application {
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
