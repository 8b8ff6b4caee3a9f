public import JOSE

/// One application as the configuration names it; what it leaves out is derived from its origin.
public struct ApplicationSettings: Sendable, Equatable {
  public var id: String
  public var name: String?
  public var audience: String?
  public var methods: [String]?
  public var domains: [String]?
  public var uris: [String]?
  public var chains: [UInt64]?
  public var statement: String?
  public var linkStatement: String?
  public var moveStatement: String?
  public var nearNetworks: [String]?
  public var nearRecipient: String?
  public var nearCallbackURLs: [String]?
  public var origins: [String]?
  public var termsURL: String?
  public var privacyURL: String?
  public var redirectURIs: [RedirectURI]?
  public var postLogoutRedirectURIs: [RedirectURI]?
  public var clientSecret: ClientSecret.Hash?
  public var scopes: Scopes?
  public var deviceAuthorization: Bool?
  public var idTokenAlgorithm: JWSAlgorithm?

  public init(id: String) { self.id = id }

  /// The application itself, once the account origin is known.
  ///
  /// In development the loopback names of the origin are listed too, since people type either.
  ///
  /// - Parameters:
  ///   - origin: the account origin.
  ///   - isDevelopment: whether the server is for this machine alone.
  ///   - isDefault: whether it is the application the hosted page belongs to.
  /// - Returns: the application, with nothing left open.
  func resolved(origin: WebOrigin, isDevelopment: Bool, isDefault: Bool) -> Application {
    // An address of this machine says nothing to a person.
    let name = name ?? (origin.isLoopback ? "Doorward" : origin.host)
    var own = [origin]
    if isDevelopment, origin.isLoopback {
      for host in ["127.0.0.1", "localhost"] where host != origin.host {
        own.append(WebOrigin(scheme: origin.scheme, host: host, port: origin.port))
      }
    }
    // The wallet's message takes fewer characters than a name does; an id and a host are always among them.
    let stated = EthereumMessagePart.statement.flaw(name) == nil ? name : isDefault ? origin.host : id
    return Application(
      id: id, name: name, audience: audience ?? "\(origin)/applications/\(id)",
      methods: methods.map { Set($0.map(SignInMethodName.init(rawValue:))) } ?? SignInMethodName.standard,
      ethereum: Application.EthereumOffer(
        domains: domains ?? own.map(\.authority),
        uris: uris ?? own.flatMap { ["\($0)", "\($0)/"] },
        chains: chains ?? [1],
        statement: statement ?? "Sign in to \(stated).",
        linkStatement: linkStatement ?? "Add this wallet to your account at \(stated).",
        moveStatement: moveStatement
          ?? "Move this wallet to your account at \(stated). It leaves the account that it belongs to now."),
      near: Application.NEAROffer(
        networks: nearNetworks ?? ["mainnet"], recipient: nearRecipient ?? origin.authority,
        callbackURLs: nearCallbackURLs ?? []),
      origins: Set(origins ?? []),
      terms: Application.Terms(termsURL: termsURL, privacyURL: privacyURL),
      client: Application.Client(
        redirectURIs: redirectURIs ?? (isDevelopment && isDefault ? Self.loopbackRedirects : []),
        postLogoutRedirectURIs: postLogoutRedirectURIs ?? [], secret: clientSecret,
        scopes: scopes ?? Self.standardScopes(withAccount: isDefault && clientSecret == nil),
        idTokenAlgorithm: idTokenAlgorithm ?? .es256,
        allowsDevices: deviceAuthorization ?? (isDevelopment && isDefault)),
      // Who lists scopes without the account, or gives a secret, means every way in.
      signsInDirectly: clientSecret == nil && scopes?.contains(.account) ?? true)
  }

  /// Where the apps that come with the server listen.
  private static var loopbackRedirects: [RedirectURI] {
    ["http://127.0.0.1/callback", "http://[::1]/callback"].compactMap { try? RedirectURI($0) }
  }

  /// The whole account is for the server's own apps.
  private static func standardScopes(withAccount: Bool) -> Scopes {
    let all = Set(Scope.allCases)
    return Scopes(withAccount ? all : all.subtracting([.account]))
  }
}
