package import DoorwardStore
package import DoorwardTexts
package import Encodings

/// An app that signs users in with this server. It lists all values that the app may request; a client cannot extend
/// it.
package struct Application: Sendable {
  /// The id of the server's own client for its administration.
  package static let dashboardID = "doorward-dashboard"

  /// The publishable id that clients send.
  package var id: String
  /// The name that users see.
  package var name: String
  /// The `aud` of its access tokens.
  package var audience: String
  /// The sign-in methods.
  package var offers: MethodOffers
  /// The methods before the page narrowed them for a client; nil if it did not.
  private var ownOffers: MethodOffers?
  /// The methods by which users prove second factors. A client does not narrow them: which second factor a user needs
  /// depends on the user and the server, never on the client that a request names.
  package var secondFactorOffers: MethodOffers { ownOffers ?? offers }
  /// The web origins whose scripts may call the API (CORS).
  package var origins: Set<String>
  package var terms: Terms
  package var client: Client
  /// Whether the application's apps may request proofs from users at the API and receive full access to the account.
  /// If false, users sign in only through the browser.
  package var signsInDirectly: Bool
  package var signUp: SignUpPolicy
  /// The method that comes first after a user has typed an address, if several methods take the address.
  package var signInFirst: SignInMethodName
  package var secondFactor: SecondFactorPolicy
  /// The language of its windows, its hosted page and its messages; nil if each user's own language decides.
  package var language: Language?
  package var appearance: Appearance
  /// The roles that users can have in the application.
  package var roles: [String]

  package init(
    id: String, name: String, audience: String, offers: MethodOffers, origins: Set<String>, terms: Terms,
    client: Client, signsInDirectly: Bool, signUp: SignUpPolicy = SignUpPolicy(),
    signInFirst: SignInMethodName,
    secondFactor: SecondFactorPolicy = SecondFactorPolicy(), language: Language? = nil,
    appearance: Appearance = Appearance(), roles: [String] = []
  ) {
    self.id = id
    self.name = name
    self.audience = audience
    self.offers = offers
    self.origins = origins
    self.terms = terms
    self.client = client
    self.signsInDirectly = signsInDirectly
    self.signUp = signUp
    self.signInFirst = signInFirst
    self.secondFactor = secondFactor
    self.language = language
    self.appearance = appearance
    self.roles = roles
  }

  /// The addresses of the application's terms and privacy policy.
  package struct Terms: Sendable, Equatable {
    package var termsURL: String?
    package var privacyURL: String?

    package init(termsURL: String? = nil, privacyURL: String? = nil) {
      self.termsURL = termsURL
      self.privacyURL = privacyURL
    }

    /// The addresses in the form of the HTTP contract.
    package var json: JSONValue { ["terms_url": .text(termsURL), "privacy_url": .text(privacyURL)] }
  }

  /// The hosted page's application while the page signs a user in for `client`. The page offers only the methods that
  /// both applications offer, takes each second factor of its own, and shows the name, the heading and the terms of `client`.
  package func narrowed(to client: Application) -> Application {
    var narrowed = self
    narrowed.name = client.name
    narrowed.terms = client.terms
    narrowed.offers = offers.narrowed(to: client.offers)
    narrowed.ownOffers = secondFactorOffers
    narrowed.signUp = signUp.narrowed(to: client.signUp)
    narrowed.signInFirst = client.signInFirst
    narrowed.secondFactor = secondFactor.narrowed(to: client.secondFactor)
    narrowed.language = client.language
    narrowed.appearance = client.appearance
    return narrowed
  }

  /// The language tag of a message to a user.
  ///
  /// - Parameter preferred: the tag that the user or the request names; empty for none.
  /// - Returns: the tag.
  package func messageLanguage(_ preferred: String) -> String { language?.tag ?? preferred }

  /// Whether users can sign in to the application on the hosted page.
  package var signsInByBrowser: Bool { !client.redirectURIs.isEmpty || client.allowsDevices }

  /// Whether the application may request a scope that gives access.
  package var mayRequestAccess: Bool { client.scopes.opensSomething }

  /// Whether both are confidential clients with a secret in common.
  package func sharesSecret(with other: Application) -> Bool {
    client.secrets.contains { secret in other.client.secrets.contains { $0.hash == secret.hash } }
  }
}
