package import DoorwardHTTP
package import DoorwardPages
package import DoorwardSessions
package import DoorwardSignIn

/// Everything the server is told before it starts, read once and checked as a whole.
package struct ServerConfiguration: Sendable {
  package var listen: SocketAddress
  /// Where wallet code is served; nil lets the server choose a free port beside `listen`.
  package var walletListen: SocketAddress?
  /// The account origin as people see it; nil is `http://` and the bound address.
  package var publicURL: WebOrigin?
  /// The wallet origin as people see it; nil is the wallet listener under the other loopback name, and
  /// beside a public URL none at all: then the hosted page offers no NEAR wallets.
  package var walletURL: WebOrigin?
  package var isDevelopment: Bool
  /// The least level of lines that the log has.
  package var logLevel: Logger.Level
  package var dataDirectory: String
  package var masterKey: MasterKeySource
  package var trustedProxies: [IPNetwork]
  package var lifetimes: Lifetimes
  /// Nil where the file lists none: then there is one, derived from the public URL.
  package var applications: [ApplicationSettings]?
  /// What people call a chain, by EIP-155 id.
  package var chainNames: [UInt64: String]
  package var near: [NEARNetworkSettings]
  package var nearConnect: NEARConnectSettings
  package var rateLimits: RateLimitSettings
  package var limits: AccountLimits

  /// Whether wallet code has an origin that the hosted page can frame: a page of the internet cannot frame this
  /// machine's loopback listener.
  package var hasWalletOrigin: Bool { walletURL != nil || publicURL?.isLoopback ?? true }
}
