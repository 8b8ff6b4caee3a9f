/// An app that signs people in here: what it may ask for, exactly. Nothing a client sends widens it.
public struct Application: Sendable, Equatable {
  /// The publishable id clients send.
  public var id: String
  /// What people are shown.
  public var name: String
  /// The `aud` of its access tokens.
  public var audience: String
  public var methods: Set<SignInMethodName>
  public var ethereum: EthereumOffer
  public var near: NEAROffer
  /// The web origins whose scripts may call the API (CORS).
  public var origins: Set<String>
  public var terms: Terms
  public var client: Client
  /// Whether apps of it ask people for proofs themselves, at the API, and get the whole account for one. Without it
  /// they are signed in through the browser alone.
  public var signsInDirectly: Bool

  /// What is asked of Ethereum wallets.
  public struct EthereumOffer: Sendable, Equatable {
    /// Exact EIP-4361 domains.
    public var domains: [String]
    /// Exact EIP-4361 URIs.
    public var uris: [String]
    /// EIP-155 chain ids.
    public var chains: [UInt64]
    public var statement: String
    public var linkStatement: String
    public var moveStatement: String
  }

  /// What is asked of NEAR wallets.
  public struct NEAROffer: Sendable, Equatable {
    public var networks: [String]
    /// The NEP-413 recipient.
    public var recipient: String
    /// Exact NEP-413 callback URLs.
    public var callbackURLs: [String]
  }

  /// Where the application's rules can be read.
  public struct Terms: Sendable, Equatable {
    public var termsURL: String?
    public var privacyURL: String?
  }
}
