public import DoorwardHTTP

/// Everything the server is told before it starts, read once and checked as a whole.
public struct ServerConfiguration: Sendable {
  public var listen: SocketAddress
  /// Where wallet code is served; nil lets the server choose a free port beside `listen`.
  public var walletListen: SocketAddress?
  /// The account origin as people see it; nil is `http://` and the bound address.
  public var publicURL: WebOrigin?
  /// The wallet origin as people see it; nil is the wallet listener under the other loopback name, and
  /// beside a public URL none at all: then the hosted page offers no NEAR wallets.
  public var walletURL: WebOrigin?
  public var isDevelopment: Bool
  /// The least level of lines that the log has.
  public var logLevel: Logger.Level
  public var dataDirectory: String
  public var masterKey: MasterKeySource
  public var trustedProxies: [IPNetwork]
  public var lifetimes: Lifetimes
  /// Nil where the file lists none: then there is one, derived from the public URL.
  public var applications: [ApplicationSettings]?
  /// What people call a chain, by EIP-155 id.
  public var chainNames: [UInt64: String]
  public var near: [NEARNetworkSettings]
  public var nearConnect: NEARConnectSettings
  public var rateLimits: RateLimitSettings
  public var limits: Limits

  /// Whether wallet code has an origin that the hosted page can frame: a page of the internet cannot frame this
  /// machine's loopback listener.
  package var hasWalletOrigin: Bool { walletURL != nil || publicURL?.isLoopback ?? true }

  /// Where the master key is.
  public enum MasterKeySource: Sendable, Equatable {
    /// A file of mode 0600, made on first start where it does not exist.
    case file(String)
    /// The key itself, 32 bytes in base64url.
    case value(String)
  }

  /// How long things live, in seconds.
  public struct Lifetimes: Sendable, Equatable {
    /// What an access token may be given. A retired signing key is believed for as long as the most.
    public static let accessTokenRange: ClosedRange<Int64> = 30...3600
    /// What a session may be given. A retired signing key proves a client's hints for as long as the most.
    public static let sessionRange: ClosedRange<Int64> = 300...(400 * 86400)

    public var accessToken: Int64 = 15 * 60
    public var session: Int64 = 30 * 24 * 3600
    public var challenge: Int64 = 5 * 60
    /// How old a sign-in may be for calls that need a recent one.
    public var recentSignIn: Int64 = 10 * 60
    /// How long a NEAR session goes without its key being asked of the chain again.
    public var nearKeyCheck: Int64 = 3600
    /// How long an anonymous user is kept after their last session.
    public var anonymousUser: Int64 = 30 * 24 * 3600
  }

  /// One NEAR network's way to the chain.
  public struct NEARNetworkSettings: Sendable, Equatable {
    public var network: String
    public var endpoints: [String]
    /// Base58; an endpoint that names another one is on another chain.
    public var genesisHash: String?
  }

  /// The JavaScript library that drives NEAR wallets on the wallet origin.
  public struct NEARConnectSettings: Sendable, Equatable {
    public var scriptURL: String
    /// Subresource Integrity; a script that hashes otherwise never runs.
    public var scriptIntegrity: String
    public var manifestURL: String
  }

  /// How many of a thing there may be.
  public struct Limits: Sendable, Equatable {
    /// Live sessions of one user; the one unused for longest ends as another one opens.
    public var sessionsPerUser: Int64 = 100
    /// Ways into one account; one more is refused.
    public var identitiesPerUser: Int64 = 100
    /// How long a newly added identity cannot remove an older one or delete the account, in seconds.
    public var newIdentityHold: Int64 = 24 * 3600
    /// Devices of one network that wait for somebody to let them in; one more is refused.
    public var waitingDevicesPerNetwork: Int64 = 50
    /// The same of one confidential client, whose backend asks for all of them.
    public var waitingDevicesPerClient: Int64 = 1000

    /// The defaults.
    public init() {}
  }

  /// How many of a thing one network, or one user, may do in a minute.
  public struct RateLimitSettings: Sendable, Equatable {
    public var signInPerMinute: Int64 = 10
    public var challengePerMinute: Int64 = 60
    /// Browser sign-ins and sign-outs that begin, and steps of their pages, each.
    public var browserSignInPerMinute: Int64 = 60
    public var refreshPerMinute: Int64 = 60
    /// Devices that ask to be let in, and codes of theirs that are tried, each.
    public var devicePerMinute: Int64 = 10
    /// Changes that one user makes to the account.
    public var accountWritePerMinute: Int64 = 120
    /// Calls for a backend without a live API key.
    public var apiKeyFailurePerMinute: Int64 = 10

    /// The defaults.
    public init() {}
  }
}
