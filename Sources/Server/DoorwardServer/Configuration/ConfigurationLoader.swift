import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn

extension ServerConfiguration {
  /// The offset of the wallet listener's port from the account listener's port, if no address is configured.
  static let walletPortOffset: UInt16 = 1000
  /// The same of the listener for the operator.
  static let adminPortOffset: UInt16 = 2000

  /// The top-level keys of a configuration.
  package static let keys = Set<String>([
    "listen", "wallet_listen", "admin_listen", "public_url", "wallet_url", "admin_url", "development",
    "log_level", "data",
    "database",
    "database_connections", "master_key", "master_key_file", "trusted_proxies", "lifetimes", "near_connect",
    "rate_limits", "limits", "webhooks",
    "applications",
  ]).union(SignInMethods.configurationKeys).union(DeliveryConfiguration.keys)

  /// Reads and checks a whole configuration.
  ///
  /// - Parameter tree: the merged values of file, environment and flags.
  /// - Throws: ``ConfigurationError``: the first mistake, with all others in ``ConfigurationError/others``.
  package init(_ tree: ConfigurationTree) throws(ConfigurationError) {
    do throws(ConfigurationError) {
      try self.init(reading: tree)
    } catch {
      throw tree.locating(error)
    }
  }

  /// Reads a configuration, and notes its mistakes and its keys.
  init(
    reading tree: ConfigurationTree, _ mistakes: ConfigurationMistakes = ConfigurationMistakes()
  ) throws(ConfigurationError) {
    self.tree = tree
    var reader = ConfigurationReader(tree, mistakes)
    (listen, isLocalhost) =
      reader.listener("listen") ?? (SocketAddress(address: .loopback, port: 8787), isLocalhost: true)
    walletListen = reader.address("wallet_listen")
    adminListen = reader.address("admin_listen")
    publicURL = reader.origin("public_url")
    walletURL = reader.origin("wallet_url")
    adminURL = reader.origin("admin_url")
    isDevelopment = reader.bool("development") ?? false
    logLevel = reader.logLevel("log_level") ?? (isDevelopment ? .notice : .info)
    (database, dataDirectory) = DatabaseSelection.read(&reader)
    masterKey = Self.masterKey(&reader, dataDirectory: dataDirectory)
    trustedProxies = reader.networks("trusted_proxies")
    lifetimes = Self.lifetimes(&reader)
    delivery = DeliveryConfiguration(
      &reader, isDevelopment: isDevelopment, publicHost: publicURL?.host ?? "localhost")
    methods = SignInMethods.readSettings(&reader)
    methods[DeliveryChannels.self] = DeliveryChannels(delivery.channels)
    nearConnect = NEARConnectSettings(&reader)
    rateLimits = Self.rateLimits(&reader)
    limits = Self.limits(&reader)
    webhooksAllowPrivateAddresses = Self.webhooksAllowPrivateAddresses(&reader)
    listedApplications = nil
    readApplications(&reader)
    reader.finish()
    // These checks compare values with each other, so every value must be valid first.
    try mistakes.check()
    checkWhole(reader)
    try mistakes.check()
    // Without a list, the store may have the default application in place of the built-in one.
    guard listedApplications != nil else { return }
    let sources = applicationSources(at: derivedOrigin)
    try sources.requireListed(in: sources.applications(besides: [], issuer: publicURL))
  }

  private func checkWhole(_ reader: ConfigurationReader) {
    if isDevelopment {
      if !listen.address.isLoopback || !(walletListen?.address.isLoopback ?? true) {
        reader.refuse("development", "is for loopback addresses only; listen on 127.0.0.1 or omit the key")
      }
      if !(publicURL?.isLoopback ?? true) {
        reader.refuse("development", "allows only a public URL of this machine")
      }
    } else if let publicURL, publicURL.scheme == "http", !publicURL.isLoopback {
      reader.refuse("public_url", "must be https: others could read and change a sign-in over plain http")
    }
    if delivery.isConsole, !isLoopbackOnly {
      reader.refuse(
        "delivery.console",
        "prints codes, so it is for a server that only this machine can reach; configure a mail server (mail), or omit the key"
      )
    }
    if publicURL == nil, !listen.address.isLoopback {
      reader.missing("public_url", "is required if the server listens on an address that is not loopback")
    }
    // Cookies do not distinguish ports (RFC 6265 §8.5), so wallet code on the same host could set a session cookie.
    if let walletURL, walletURL.host == derivedOrigin.host {
      reader.refuse(
        "wallet_url", "must have its own host: otherwise wallet code could use the cookies of the account")
    }
    if let walletURL, !walletURL.isLoopback, walletURL.scheme == "http" {
      reader.refuse("wallet_url", "must be https")
    }
    guard let adminURL, !adminURL.isLoopback else { return }
    if adminURL.scheme == "http" { reader.refuse("admin_url", "must be https") }
    if [derivedOrigin.host, walletURL?.host].contains(adminURL.host) {
      reader.refuse("admin_url", "must have its own host, because cookies do not distinguish ports")
    }
  }

  private static func masterKey(
    _ reader: inout ConfigurationReader, dataDirectory: String
  ) -> MasterKeySource {
    let value = reader.string("master_key")
    let file = reader.string("master_key_file")
    if value != nil, file != nil {
      reader.refuse("master_key", "cannot be combined with master_key_file; give one of them")
    }
    if let value {
      if !MasterKey.isWellFormed(value) {
        reader.refuse("master_key", "must be 32 bytes in base64url without padding (43 characters)")
      }
      return .value(value)
    }
    return .file(file ?? "\(dataDirectory)/master.key")
  }

  private static func lifetimes(_ reader: inout ConfigurationReader) -> Lifetimes {
    var lifetimes = Lifetimes()
    guard var tokens = reader.object("lifetimes") else { return lifetimes }
    lifetimes.accessToken =
      tokens.integer("access_token", in: Lifetimes.accessTokenRange) ?? lifetimes.accessToken
    lifetimes.session = tokens.integer("session", in: Lifetimes.sessionRange) ?? lifetimes.session
    lifetimes.challenge = tokens.integer("challenge", in: 1...600) ?? lifetimes.challenge
    lifetimes.recentSignIn = tokens.integer("recent_sign_in", in: 1...86400) ?? lifetimes.recentSignIn
    lifetimes.proofCheck = tokens.integer("near_key_check", in: 0...86400) ?? lifetimes.proofCheck
    // The minimum is the time for which an ended session is kept.
    lifetimes.anonymousUser =
      tokens.integer("anonymous_user", in: 3600...(400 * 86400)) ?? lifetimes.anonymousUser
    lifetimes.event = tokens.integer("event", in: 86400...(3660 * 86400)) ?? lifetimes.event
    tokens.finish()
    return lifetimes
  }

  private static func rateLimits(_ reader: inout ConfigurationReader) -> RateLimitSettings {
    var limits = RateLimitSettings()
    guard var object = reader.object("rate_limits") else { return limits }
    let range: ClosedRange<Int64> = 1...1_000_000
    limits.codePause = object.integer("code_pause", in: 0...3600) ?? limits.codePause
    limits.codePerHourAndAddress =
      object.integer("code_per_hour_and_address", in: range) ?? limits.codePerHourAndAddress
    limits.codePerHourAndNetwork =
      object.integer("code_per_hour_and_network", in: range) ?? limits.codePerHourAndNetwork
    limits.signInPerMinute = object.integer("sign_in_per_minute", in: range) ?? limits.signInPerMinute
    limits.challengePerMinute = object.integer("challenge_per_minute", in: range) ?? limits.challengePerMinute
    limits.browserSignInPerMinute =
      object.integer("browser_sign_in_per_minute", in: range) ?? limits.browserSignInPerMinute
    limits.refreshPerMinute = object.integer("refresh_per_minute", in: range) ?? limits.refreshPerMinute
    limits.devicePerMinute = object.integer("device_per_minute", in: range) ?? limits.devicePerMinute
    limits.accountWritePerMinute =
      object.integer("account_write_per_minute", in: range) ?? limits.accountWritePerMinute
    limits.apiKeyFailurePerMinute =
      object.integer("api_key_failure_per_minute", in: range) ?? limits.apiKeyFailurePerMinute
    limits.userCodePerSession =
      object.integer("user_code_per_session", in: 1...1000) ?? limits.userCodePerSession
    limits.guesses = guesses(&object)
    object.finish()
    return limits
  }

  private static func guesses(_ reader: inout ConfigurationReader) -> GuessSettings {
    var guesses = GuessSettings()
    guesses.perChallenge = reader.integer("guesses_per_challenge", in: 1...20) ?? guesses.perChallenge
    guesses.free = reader.integer("guesses_without_pause", in: 1...1000) ?? guesses.free
    guesses.perIdentifier =
      reader.integer("guesses_per_identifier", in: 1...1_000_000) ?? guesses.perIdentifier
    guesses.longestPause = reader.integer("longest_guess_pause", in: 1...86400) ?? guesses.longestPause
    guesses.memory = reader.integer("guess_memory", in: 60...(30 * 86400)) ?? guesses.memory
    // A pause must not forget the guesses.
    guesses.memory = max(guesses.memory, guesses.longestPause)
    return guesses
  }

  private static func limits(_ reader: inout ConfigurationReader) -> AccountLimits {
    var limits = AccountLimits()
    guard var object = reader.object("limits") else { return limits }
    limits.sessionsPerUser = object.integer("sessions_per_user", in: 1...1000) ?? limits.sessionsPerUser
    limits.identitiesPerUser = object.integer("identities_per_user", in: 1...1000) ?? limits.identitiesPerUser
    limits.newIdentityHold =
      object.integer("new_identity_hold", in: 0...(30 * 86400)) ?? limits.newIdentityHold
    limits.deletionGrace = object.integer("deletion_grace", in: 0...(365 * 86400)) ?? limits.deletionGrace
    limits.waitingDevicesPerNetwork =
      object.integer("waiting_devices_per_network", in: 1...10000) ?? limits.waitingDevicesPerNetwork
    limits.waitingDevicesPerClient =
      object.integer("waiting_devices_per_client", in: 1...100_000) ?? limits.waitingDevicesPerClient
    object.finish()
    return limits
  }

  private static func webhooksAllowPrivateAddresses(_ reader: inout ConfigurationReader) -> Bool {
    guard var object = reader.object("webhooks") else { return false }
    let isAllowed = object.bool("allow_private_addresses") ?? false
    object.finish()
    return isAllowed
  }

  private mutating func readApplications(_ reader: inout ConfigurationReader) {
    guard let readers = reader.objects("applications") else { return }
    if readers.isEmpty {
      reader.refuse("applications", "lists no application; omit the key for one default application")
    }
    var seen: Set<String> = []
    for (index, listed) in readers.enumerated() {
      // The origin may be known only after the server listens. Its value has no influence on mistakes.
      let application = applicationReader(origin: derivedOrigin).read(listed, isDefault: index == 0)
      if !application.id.isEmpty, !seen.insert(application.id).inserted {
        listed.refuse("id", "\"\(application.id)\" is used twice")
      }
    }
    listedApplications = readers.map(\.object)
  }
}
