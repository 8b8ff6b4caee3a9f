package import DoorwardHTTP
package import DoorwardHTTPTypes
package import DoorwardPages
package import DoorwardSessions
package import DoorwardSignIn
package import Encodings

/// The configuration of a server, read and checked once before the start.
package struct ServerConfiguration: Sendable {
  /// The address of the account listener.
  package var listen: SocketAddress
  /// Whether `listen` is `localhost`. The server then also listens on `[::1]`, and its own name is `localhost`.
  package var isLocalhost: Bool
  /// The address of the wallet listener; if nil, the server chooses a free port at the address of `listen`.
  package var walletListen: SocketAddress?
  /// The address of the listener for the operator; if nil, the server chooses a free port of the loopback address.
  package var adminListen: SocketAddress?
  /// The account origin that browsers use; if nil, it is `http://` and the address of `listen`, or `localhost`.
  package var publicURL: WebOrigin?
  /// The wallet origin that browsers use. If it is nil, a loopback server uses the wallet listener under the other
  /// loopback name. A public server then has no wallet origin, and its hosted page offers no NEAR wallets.
  package var walletURL: WebOrigin?
  /// The origin of the administration that browsers use; if it is nil, the listener for the operator is used under a loopback
  /// name. A listener at another address then has no pages.
  package var adminURL: WebOrigin?
  package var isDevelopment: Bool
  /// The minimum level of log messages.
  package var logLevel: Logger.Level
  package var database: DatabaseSelection
  package var dataDirectory: String
  package var masterKey: MasterKeySource
  package var trustedProxies: [IPNetwork]
  package var lifetimes: Lifetimes
  /// The settings of the applications that the configuration lists; nil if it lists none. They override the
  /// applications in the store.
  package var listedApplications: [JSONObject]?
  /// The server's settings of the sign-in methods.
  package var methods: MethodSettings
  package var nearConnect: NEARConnectSettings
  package var rateLimits: RateLimitSettings
  package var limits: AccountLimits
  /// The messages to users.
  package var delivery: DeliveryConfiguration
  /// Whether webhooks may have private addresses. In development they may have them always.
  package var webhooksAllowPrivateAddresses: Bool
  /// The values as file, environment and command line set them.
  let tree: ConfigurationTree

  /// The public URL, or the URL of the listen address if there is none.
  package var derivedOrigin: WebOrigin { accountOrigin(at: listen) }

  /// The account origin if the account listener is bound to an address.
  func accountOrigin(at bound: SocketAddress) -> WebOrigin {
    if let publicURL { return publicURL }
    // The host of an RP ID is a domain (WebAuthn L3 §5.1.2), so pages at an IP address cannot use passkeys.
    if isLocalhost { return WebOrigin(scheme: "http", host: "localhost", port: bound.port) }
    return WebOrigin(http: bound)
  }

  /// The origin of the administration if its listener is bound to an address; nil if browsers cannot use it safely.
  ///
  /// A loopback server has the host of its account origin here, and not that of the wallet origin, whose code could then set
  /// cookies.
  func adminOrigin(at bound: SocketAddress, besides account: WebOrigin) -> WebOrigin? {
    if let adminURL { return adminURL }
    guard bound.address.isLoopback else { return nil }
    return account.isLoopback
      ? WebOrigin(scheme: "http", host: account.host, port: bound.port) : WebOrigin(http: bound)
  }

  /// The origin that the administration probably has: that of the configured addresses.
  var expectedAdminOrigin: String {
    let port = listen.port == 0 ? 0 : listen.port &+ Self.adminPortOffset
    let address = adminListen ?? SocketAddress(address: .loopback, port: port)
    return "\(adminOrigin(at: address, besides: derivedOrigin) ?? WebOrigin(http: address))"
  }

  /// The other address of `localhost`. Some programs, such as Node 18, use only the first address that the name stands
  /// for, and another program that listens there would get the requests of browsers.
  ///
  /// - Returns: nil if `listen` is an address.
  package func otherListen(at bound: SocketAddress) -> SocketAddress? {
    isLocalhost ? SocketAddress("[::1]:\(bound.port)") : nil
  }

  /// Whether only this machine can reach the accounts.
  package var isLoopbackOnly: Bool {
    listen.address.isLoopback && walletListen?.address.isLoopback ?? true && publicURL?.isLoopback ?? true
  }

  /// Whether wallet code has an origin that the hosted page can frame. A page with a public origin cannot frame a
  /// loopback listener.
  package var hasWalletOrigin: Bool { walletURL != nil || publicURL?.isLoopback ?? true }
}
