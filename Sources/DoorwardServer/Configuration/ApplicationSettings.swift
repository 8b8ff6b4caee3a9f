package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
package import JOSE

/// One application of the configuration. The server derives omitted values from the account origin.
package struct ApplicationSettings: Sendable, Equatable {
  package var id: String
  package var name: String?
  package var audience: String?
  package var methods: [String]?
  package var domains: [String]?
  package var uris: [String]?
  package var chains: [UInt64]?
  package var statement: String?
  package var linkStatement: String?
  package var moveStatement: String?
  package var nearNetworks: [String]?
  package var nearRecipient: String?
  package var nearCallbackURLs: [String]?
  package var origins: [String]?
  package var termsURL: String?
  package var privacyURL: String?
  package var redirectURIs: [RedirectURI]?
  package var postLogoutRedirectURIs: [RedirectURI]?
  package var clientSecret: ClientSecret.Hash?
  package var scopes: Scopes?
  package var deviceAuthorization: Bool?
  package var idTokenAlgorithm: JWSAlgorithm?

  package init(id: String) { self.id = id }

  /// Makes the application with the values that depend on the account origin.
  ///
  /// In development the application also lists the other loopback names, because users type either name.
  ///
  /// - Parameters:
  ///   - origin: the account origin.
  ///   - isDevelopment: whether the server is for this machine only.
  ///   - isDefault: whether the hosted page belongs to the application.
  /// - Returns: the application with all default values.
  func resolved(origin: WebOrigin, isDevelopment: Bool, isDefault: Bool) -> Application {
    // A loopback address is not a useful name for users.
    let name = name ?? (origin.isLoopback ? "Doorward" : origin.host)
    var own = [origin]
    if isDevelopment, origin.isLoopback {
      for host in ["127.0.0.1", "localhost"] where host != origin.host {
        own.append(WebOrigin(scheme: origin.scheme, host: host, port: origin.port))
      }
    }
    // The wallet's message allows fewer characters than a name (EIP-4361 §ABNF). It allows every ID and every host.
    let stated = EthereumMessagePart.statement.flaw(name) == nil ? name : isDefault ? origin.host : id
    return Application(
      id: id, name: name, audience: audience ?? "\(origin)/applications/\(id)",
      methods: methods.map { Set($0.map(SignInMethodName.init(rawValue:))) } ?? SignInMethods.standardNames,
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
      // A secret, or scopes without `account`, restrict every sign-in, so the application may not sign in directly.
      signsInDirectly: clientSecret == nil && scopes?.contains(.account) ?? true)
  }

  /// The redirect URIs of the apps that come with the server.
  private static var loopbackRedirects: [RedirectURI] {
    ["http://127.0.0.1/callback", "http://[::1]/callback"].compactMap { try? RedirectURI($0) }
  }

  /// The default scopes. Only the default application without a secret gets `account`.
  private static func standardScopes(withAccount: Bool) -> Scopes {
    let all = Set(Scope.allCases)
    return Scopes(withAccount ? all : all.subtracting([.account]))
  }
}
