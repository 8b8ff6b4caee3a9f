package import DoorwardHTTP
package import DoorwardPages
package import DoorwardSessions
package import DoorwardSignIn

/// The configuration of a server, read and checked once before the start.
package struct ServerConfiguration: Sendable {
  package var listen: SocketAddress
  /// The address of the wallet listener; if nil, the server chooses a free port at the address of `listen`.
  package var walletListen: SocketAddress?
  /// The account origin that browsers use; if nil, it is `http://` and the bound address.
  package var publicURL: WebOrigin?
  /// The wallet origin that browsers use. If it is nil, a loopback server uses the wallet listener under the other
  /// loopback name. A public server then has no wallet origin, and its hosted page offers no NEAR wallets.
  package var walletURL: WebOrigin?
  package var isDevelopment: Bool
  /// The minimum level of log messages.
  package var logLevel: Logger.Level
  package var dataDirectory: String
  package var masterKey: MasterKeySource
  package var trustedProxies: [IPNetwork]
  package var lifetimes: Lifetimes
  /// The applications; if nil, the server derives one application from the public URL.
  package var applications: [ApplicationSettings]?
  /// The names of chains by EIP-155 ID.
  package var chainNames: [UInt64: String]
  package var near: [NEARNetworkSettings]
  package var nearConnect: NEARConnectSettings
  package var rateLimits: RateLimitSettings
  package var limits: AccountLimits

  /// Whether wallet code has an origin that the hosted page can frame. A page with a public origin cannot frame a
  /// loopback listener.
  package var hasWalletOrigin: Bool { walletURL != nil || publicURL?.isLoopback ?? true }
}
