import HTTPCore

extension ServerConfiguration {
  /// The port beside which the wallet listener is put unless it is named.
  static let walletPortOffset: UInt16 = 1000

  /// The keys a configuration has at its top.
  static let keys: Set<String> = [
    "listen", "wallet_listen", "public_url", "wallet_url", "development", "data", "database", "master_key",
    "master_key_file", "trusted_proxies", "lifetimes", "chains", "near", "near_connect", "rate_limits",
    "limits", "applications",
  ]

  /// Reads and checks a whole configuration.
  ///
  /// - Parameter tree: file, environment and flags, laid over each other.
  /// - Throws: ``ConfigurationError`` that names the first wrong key.
  public init(_ tree: ConfigurationTree) throws(ConfigurationError) {
    var reader = ConfigurationReader(tree.root)
    listen = try reader.address("listen") ?? SocketAddress(address: .loopback, port: 8787)
    walletListen = try reader.address("wallet_listen")
    publicURL = try reader.origin("public_url")
    walletURL = try reader.origin("wallet_url")
    isDevelopment = try reader.bool("development") ?? false
    dataDirectory = try reader.string("data") ?? ".doorward"
    if let database = try reader.string("database") {
      guard database.hasPrefix("sqlite:") else {
        throw reader.invalid(
          "database", "only sqlite:DIRECTORY is supported by this version; leave it out and use data")
      }
      dataDirectory = String(database.dropFirst("sqlite:".count))
    }
    guard !dataDirectory.isEmpty else { throw reader.invalid("data", "must name a directory") }
    masterKey = try Self.masterKey(&reader, dataDirectory: dataDirectory)
    trustedProxies = try reader.networks("trusted_proxies")
    lifetimes = try Self.lifetimes(&reader)
    chainNames = try Self.chainNames(&reader)
    near = try Self.nearNetworks(&reader)
    nearConnect = try Self.nearConnect(&reader)
    rateLimits = try Self.rateLimits(&reader)
    limits = try Self.limits(&reader)
    applications = try reader.objects("applications").map { readers throws(ConfigurationError) in
      var seen: Set<String> = []
      var applications: [ApplicationSettings] = []
      for reader in readers {
        let application = try ApplicationSettings(reader, chains: chainNames, near: near)
        guard seen.insert(application.id).inserted else {
          throw reader.invalid("id", "\"\(application.id)\" is used twice")
        }
        applications.append(application)
      }
      return applications
    }
    if applications?.isEmpty == true {
      throw reader.invalid("applications", "lists none; leave the key out for one default application")
    }
    try reader.finish()
    try checkWhole(reader)
  }

  private func checkWhole(_ reader: ConfigurationReader) throws(ConfigurationError) {
    if isDevelopment {
      guard listen.address.isLoopback, walletListen?.address.isLoopback ?? true else {
        throw reader.invalid(
          "development", "is for loopback addresses only; listen on 127.0.0.1 or leave it out")
      }
      guard publicURL?.isLoopback ?? true else {
        throw reader.invalid("development", "cannot serve a public URL that is not this machine")
      }
    } else if let publicURL, publicURL.scheme == "http", !publicURL.isLoopback {
      throw reader.invalid(
        "public_url", "must be https: sign-in over plain http can be read and changed on its way")
    }
    if publicURL == nil, !listen.address.isLoopback {
      throw ConfigurationError(
        .missingKey, key: "public_url", "is required when the server listens beyond this machine")
    }
    // Cookies know no ports (RFC 6265 §8.5): wallet code on the same host could plant a session.
    if let walletURL, walletURL.host == (publicURL ?? WebOrigin(http: listen)).host {
      throw reader.invalid(
        "wallet_url", "must have a host of its own: wallet code would run beside sessions")
    }
    if let walletURL, !walletURL.isLoopback, walletURL.scheme == "http" {
      throw reader.invalid("wallet_url", "must be https")
    }
    try checkAudiences(besides: publicURL)
  }

  private static func masterKey(
    _ reader: inout ConfigurationReader, dataDirectory: String
  ) throws(ConfigurationError) -> MasterKeySource {
    let value = try reader.string("master_key")
    let file = try reader.string("master_key_file")
    if value != nil, file != nil {
      throw reader.invalid("master_key", "stands beside master_key_file; give one of them")
    }
    if let value {
      guard MasterKey.isWellFormed(value) else {
        throw reader.invalid("master_key", "must be 32 bytes in base64url without padding (43 characters)")
      }
      return .value(value)
    }
    return .file(file ?? "\(dataDirectory)/master.key")
  }

  private static func lifetimes(_ reader: inout ConfigurationReader) throws(ConfigurationError) -> Lifetimes {
    var lifetimes = Lifetimes()
    guard var tokens = try reader.object("lifetimes") else { return lifetimes }
    lifetimes.accessToken =
      try tokens.integer("access_token", in: Lifetimes.accessTokenRange) ?? lifetimes.accessToken
    lifetimes.session = try tokens.integer("session", in: Lifetimes.sessionRange) ?? lifetimes.session
    lifetimes.challenge = try tokens.integer("challenge", in: 1...600) ?? lifetimes.challenge
    lifetimes.recentSignIn = try tokens.integer("recent_sign_in", in: 1...86400) ?? lifetimes.recentSignIn
    lifetimes.nearKeyCheck = try tokens.integer("near_key_check", in: 0...86400) ?? lifetimes.nearKeyCheck
    // No less than a session is kept after its end.
    lifetimes.anonymousUser =
      try tokens.integer("anonymous_user", in: 3600...(400 * 86400)) ?? lifetimes.anonymousUser
    try tokens.finish()
    return lifetimes
  }

  private static func rateLimits(_ reader: inout ConfigurationReader) throws(ConfigurationError)
    -> RateLimitSettings
  {
    var limits = RateLimitSettings()
    guard var object = try reader.object("rate_limits") else { return limits }
    let range: ClosedRange<Int64> = 1...1_000_000
    limits.signInPerMinute = try object.integer("sign_in_per_minute", in: range) ?? limits.signInPerMinute
    limits.challengePerMinute =
      try object.integer("challenge_per_minute", in: range) ?? limits.challengePerMinute
    limits.browserSignInPerMinute =
      try object.integer("browser_sign_in_per_minute", in: range) ?? limits.browserSignInPerMinute
    limits.refreshPerMinute = try object.integer("refresh_per_minute", in: range) ?? limits.refreshPerMinute
    limits.devicePerMinute = try object.integer("device_per_minute", in: range) ?? limits.devicePerMinute
    limits.accountWritePerMinute =
      try object.integer("account_write_per_minute", in: range) ?? limits.accountWritePerMinute
    limits.apiKeyFailurePerMinute =
      try object.integer("api_key_failure_per_minute", in: range) ?? limits.apiKeyFailurePerMinute
    try object.finish()
    return limits
  }

  private static func limits(_ reader: inout ConfigurationReader) throws(ConfigurationError) -> Limits {
    var limits = Limits()
    guard var object = try reader.object("limits") else { return limits }
    limits.sessionsPerUser = try object.integer("sessions_per_user", in: 1...1000) ?? limits.sessionsPerUser
    limits.identitiesPerUser =
      try object.integer("identities_per_user", in: 1...1000) ?? limits.identitiesPerUser
    limits.newIdentityHold =
      try object.integer("new_identity_hold", in: 0...(30 * 86400)) ?? limits.newIdentityHold
    limits.waitingDevicesPerNetwork =
      try object.integer("waiting_devices_per_network", in: 1...10000) ?? limits.waitingDevicesPerNetwork
    limits.waitingDevicesPerClient =
      try object.integer("waiting_devices_per_client", in: 1...100_000) ?? limits.waitingDevicesPerClient
    try object.finish()
    return limits
  }

  private static func chainNames(_ reader: inout ConfigurationReader) throws(ConfigurationError) -> [UInt64:
    String]
  {
    var names: [UInt64: String] = [
      1: "Ethereum", 10: "OP Mainnet", 56: "BNB Smart Chain", 100: "Gnosis", 137: "Polygon", 8453: "Base",
      42161: "Arbitrum One", 11_155_111: "Sepolia",
    ]
    for var chain in try reader.objects("chains") ?? [] {
      guard let id = try chain.integer("id", in: 1...Int64.max) else {
        throw ConfigurationError(.missingKey, key: chain.key("id"), "this key is required")
      }
      names[UInt64(id)] = try chain.requiredString("name")
      try chain.finish()
    }
    return names
  }
}
