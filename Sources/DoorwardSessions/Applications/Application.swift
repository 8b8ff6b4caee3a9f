package import DoorwardStore

/// An app that signs users in with this server. It lists everything that the app may request; a client cannot extend
/// it.
package struct Application: Sendable, Equatable {
  /// The publishable id that clients send.
  package var id: String
  /// The name that users see.
  package var name: String
  /// The `aud` of its access tokens.
  package var audience: String
  package var methods: Set<SignInMethodName>
  package var ethereum: EthereumOffer
  package var near: NEAROffer
  /// The web origins whose scripts may call the API (CORS).
  package var origins: Set<String>
  package var terms: Terms
  package var client: Client
  /// Whether the application's apps may request proofs from users at the API and receive full access to the account.
  /// If false, users sign in only through the browser.
  package var signsInDirectly: Bool

  package init(
    id: String, name: String, audience: String, methods: Set<SignInMethodName>, ethereum: EthereumOffer,
    near: NEAROffer, origins: Set<String>, terms: Terms, client: Client, signsInDirectly: Bool
  ) {
    self.id = id
    self.name = name
    self.audience = audience
    self.methods = methods
    self.ethereum = ethereum
    self.near = near
    self.origins = origins
    self.terms = terms
    self.client = client
    self.signsInDirectly = signsInDirectly
  }

  /// The values that an Ethereum message may contain.
  package struct EthereumOffer: Sendable, Equatable {
    /// Exact EIP-4361 domains.
    package var domains: [String]
    /// Exact EIP-4361 URIs.
    package var uris: [String]
    /// EIP-155 chain ids.
    package var chains: [UInt64]
    package var statement: String
    package var linkStatement: String
    package var moveStatement: String

    package init(
      domains: [String], uris: [String], chains: [UInt64], statement: String, linkStatement: String,
      moveStatement: String
    ) {
      self.domains = domains
      self.uris = uris
      self.chains = chains
      self.statement = statement
      self.linkStatement = linkStatement
      self.moveStatement = moveStatement
    }
  }

  /// The values that a NEAR message may contain.
  package struct NEAROffer: Sendable, Equatable {
    package var networks: [String]
    /// The NEP-413 recipient.
    package var recipient: String
    /// Exact NEP-413 callback URLs.
    package var callbackURLs: [String]

    package init(
      networks: [String], recipient: String, callbackURLs: [String]
    ) {
      self.networks = networks
      self.recipient = recipient
      self.callbackURLs = callbackURLs
    }
  }

  /// The addresses of the application's terms and privacy policy.
  package struct Terms: Sendable, Equatable {
    package var termsURL: String?
    package var privacyURL: String?

    package init(
      termsURL: String? = nil, privacyURL: String? = nil
    ) {
      self.termsURL = termsURL
      self.privacyURL = privacyURL
    }
  }
}
