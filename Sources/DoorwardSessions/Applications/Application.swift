package import DoorwardStore

/// An app that signs people in here: what it may ask for, exactly. Nothing a client sends widens it.
package struct Application: Sendable, Equatable {
  /// The publishable id clients send.
  package var id: String
  /// What people are shown.
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
  /// Whether apps of it ask people for proofs themselves, at the API, and get the whole account for one. Without it
  /// they are signed in through the browser alone.
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

  /// What is asked of Ethereum wallets.
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

  /// What is asked of NEAR wallets.
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

  /// Where the application's rules can be read.
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
