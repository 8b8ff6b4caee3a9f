package import DoorwardHTTP
package import DoorwardStore
import Encodings

/// The party for which messages are counted: a mailbox, a phone, or a user name. All spellings of an address are one party.
package struct CountedRecipient: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// The request limits of this server: their subjects and the allowed numbers.
///
/// A route declares the limits that it counts its requests against, and decides when a request is counted: after the checks that
/// cost nothing, and before those that cost something or tell something. A limit that the route does not declare is an error of
/// the program, and the request fails.
package struct RequestLimits: Sendable {
  /// A route counts a request against a limit that it does not declare.
  struct UndeclaredLimit: Error {
    let limit: RouteLimit?
  }

  let limiter: RateLimiter
  private let settings: RateLimitSettings
  private let limits: AccountLimits

  package init(limiter: RateLimiter, settings: RateLimitSettings, limits: AccountLimits) {
    self.limiter = limiter
    self.settings = settings
    self.limits = limits
  }

  /// Counts a request of the client's network against the limit of networks that the route declares. The caller names the limit
  /// if there are several.
  ///
  /// - Throws: `Problem` 429 with `Retry-After`.
  package func admit(_ request: HTTPRequest) async throws {
    let rules = request.limits.compactMap(networkRule)
    guard rules.count == 1, let rule = rules.first else { throw UndeclaredLimit(limit: nil) }
    try await limiter.admit(request.clientAddress, rule)
  }

  /// Counts a request of the client's network against a limit that depends on the request.
  ///
  /// - Throws: `Problem` 429 with `Retry-After`.
  package func admit(_ limit: RouteLimit, _ request: HTTPRequest) async throws {
    guard let rule = networkRule(limit) else { throw UndeclaredLimit(limit: limit) }
    try require(limit, request)
    try await limiter.admit(request.clientAddress, rule)
  }

  private func require(_ limit: RouteLimit, _ request: HTTPRequest) throws {
    guard request.limits.contains(limit) else { throw UndeclaredLimit(limit: limit) }
  }

  /// Counts a change that a user makes to the account, from any session.
  ///
  /// - Throws: `Problem` 429.
  package func admitWrite(by user: User.ID, _ request: HTTPRequest) async throws {
    try require(.accountWrite, request)
    try await limiter.admit(user, accountWrite)
  }

  /// Counts the removal of a session, an identity or the account. The limit applies to the session. So an attacker with
  /// a session of the account cannot use up the limit that the owner needs to remove the attacker's changes.
  ///
  /// - Throws: `Problem` 429.
  package func admitRemoval(by session: Session.ID, _ request: HTTPRequest) async throws {
    try require(.accountRemoval, request)
    try await limiter.admit(session, accountWrite)
  }

  /// Counts a user code that a signed-in user tries.
  ///
  /// - Throws: `Problem` 429.
  package func admitUserCode(by session: Session.ID, _ request: HTTPRequest) async throws {
    try require(.userCodeOfSession, request)
    try await limiter.admit(
      session,
      RateLimiter.Rule(name: "user_code_of_session", count: settings.userCodePerSession, seconds: 600))
  }

  /// Counts a message with a code that an unknown device requests for an address. ``reserving(_:for:_:)`` counts those of a
  /// known device.
  ///
  /// - Throws: `Problem` 429 with `Retry-After`.
  package func admitCode(to recipient: CountedRecipient, _ request: HTTPRequest) async throws {
    try require(.code, request)
    try await admitCodeOfNetwork(request)
    try await admitCodeAfterPause(to: recipient.text)
  }

  /// Counts a message with a second factor that an unknown device requests against the limit of the network and the pause of
  /// its channel. Each channel has its own pause, so that a user without one of the messages can choose the other channel at
  /// once.
  ///
  /// - Throws: `Problem` 429 with `Retry-After`.
  package func admitCode(
    toFactorOf user: User.ID, by channel: DeliveryChannel, _ request: HTTPRequest
  ) async throws {
    try require(.factorCode, request)
    try await admitCodeOfNetwork(request)
    try await admitPause(after: channel, of: user.text)
  }

  /// Counts a message with a second factor that an unknown device requests against the limit of the user, which is that of an
  /// address.
  ///
  /// - Throws: `Problem` 429 with `Retry-After`.
  package func admitCode(toFactorOf user: User.ID, _ request: HTTPRequest) async throws {
    try require(.factorCode, request)
    try await admitFactorCode(of: user.text)
  }

  /// Counts a message that a known device requests: apart from those of unknown devices, and against the reserve of its
  /// recipient, which all of the recipient's devices share.
  ///
  /// The reserve does not depend on the network, so a stranger in the network of the owner cannot use it up. The limit of a
  /// network is far above the need of its users; it bounds the messages of a person with many accounts.
  ///
  /// - Parameters:
  ///   - device: the id of the device that asks, if the user has signed in on it; nil for any other device.
  ///   - recipient: the address.
  ///   - request: the request.
  /// - Returns: the device; nil if it is not known or the reserve is used up. Then the message counts as one of an unknown
  ///   device.
  /// - Throws: `Problem` 429 with `Retry-After` if the device asks too soon or too often. Such a request takes nothing of the
  ///   reserve.
  package func reserving(
    _ device: [UInt8]?, for recipient: CountedRecipient, _ request: HTTPRequest
  ) async throws -> [UInt8]? {
    try require(.code, request)
    guard let device else { return nil }
    try await admitCodeAfterPause(to: Self.subject(recipient.text, device))
    return await hasReserve(of: recipient.text, request) ? device : nil
  }

  /// As ``reserving(_:for:_:)``, for a message with a second factor.
  package func reserving(
    _ device: [UInt8]?, forFactorOf user: User.ID, by channel: DeliveryChannel, _ request: HTTPRequest
  ) async throws -> [UInt8]? {
    try require(.factorCode, request)
    guard let device else { return nil }
    try await admitPause(after: channel, of: Self.subject(user.text, device))
    try await admitFactorCode(of: Self.subject(user.text, device))
    return await hasReserve(of: user.text, request) ? device : nil
  }

  private func hasReserve(of party: String, _ request: HTTPRequest) async -> Bool {
    do {
      try await limiter.admit(
        request.clientAddress,
        RateLimiter.Rule(
          name: "reserved_code_of_network", count: 16 * settings.codePerHourAndNetwork, seconds: 3600))
      try await limiter.admit(
        recipient: party,
        RateLimiter.Rule(name: "reserved_code", count: 2 * settings.codePerHourAndAddress, seconds: 3600))
      return true
    } catch {
      return false
    }
  }

  private func admitPause(after channel: DeliveryChannel, of subject: String) async throws(Problem) {
    guard settings.codePause > 0 else { return }
    try await limiter.admit(
      recipient: subject,
      RateLimiter.Rule(
        name: "factor_code_pause_of_\(channel.rawValue)", count: 1, seconds: Double(settings.codePause)))
  }

  private func admitFactorCode(of subject: String) async throws(Problem) {
    try await limiter.admit(
      recipient: subject,
      RateLimiter.Rule(name: "factor_code", count: settings.codePerHourAndAddress, seconds: 3600))
  }

  /// Counts a notice that the codes of a user's second factor are not entered.
  ///
  /// - Returns: false if the user has had one in the last hour.
  package func admitsNoticeOfFactorCodes(to user: User.ID) async -> Bool {
    do {
      try await limiter.admit(user, RateLimiter.Rule(name: "factor_code_notice", count: 1, seconds: 3600))
      return true
    } catch {
      return false
    }
  }

  /// The subject of a count: a party, or one of its devices.
  private static func subject(_ party: String, _ device: [UInt8]?) -> String {
    device.map { "\(party) \(Hex.encode($0))" } ?? party
  }

  /// Counts an invitation to an address, together with the codes of the address.
  ///
  /// There is no pause after an invitation: its user asks for a code at once. The network is that of a backend and has no
  /// limit.
  ///
  /// - Throws: `Problem` 429.
  package func admitInvitation(to recipient: CountedRecipient, _ request: HTTPRequest) async throws {
    try require(.code, request)
    try await admitCodeOfHour(to: recipient.text)
  }

  /// Counts a test message to an address. Tests use up no codes.
  ///
  /// - Throws: `Problem` 429.
  package func admitTest(to recipient: CountedRecipient, _ request: HTTPRequest) async throws {
    try require(.code, request)
    try await limiter.admit(
      recipient: recipient.text,
      RateLimiter.Rule(name: "test_message", count: settings.codePerHourAndAddress, seconds: 3600))
  }

  /// Counts a link by which an administrator lets a user in.
  ///
  /// - Throws: `Problem` 429.
  package func admitSignInLink(for user: User.ID, _ request: HTTPRequest) async throws {
    try require(.signInLink, request)
    try await limiter.admit(
      user, RateLimiter.Rule(name: "sign_in_link", count: settings.codePerHourAndAddress, seconds: 3600))
  }

  private func admitCodeOfHour(to subject: String) async throws(Problem) {
    try await limiter.admit(
      recipient: subject,
      RateLimiter.Rule(name: "code", count: settings.codePerHourAndAddress, seconds: 3600))
  }

  /// Counts a notice to a phone number, in this process alone, because it is decided within a transaction. Notices use up no
  /// codes.
  ///
  /// - Returns: false if the number can have no notice of this kind now.
  package func admitsNotice(_ kind: String, to recipient: CountedRecipient) -> Bool {
    let rule = RateLimiter.Rule(
      name: "notice_\(kind)", count: settings.codePerHourAndAddress, seconds: 3600)
    return (try? limiter.admitHere(recipient: recipient.text, rule)) != nil
  }

  private func admitCodeAfterPause(to subject: String) async throws(Problem) {
    if settings.codePause > 0 {
      try await limiter.admit(
        recipient: subject,
        RateLimiter.Rule(name: "code_pause", count: 1, seconds: Double(settings.codePause)))
    }
    try await admitCodeOfHour(to: subject)
  }

  /// Counts a message with a code that an unknown device requests.
  private func admitCodeOfNetwork(_ request: HTTPRequest) async throws(Problem) {
    try await limiter.admit(
      request.clientAddress,
      RateLimiter.Rule(name: "code_of_network", count: settings.codePerHourAndNetwork, seconds: 3600))
  }

  /// The rule of a limit of networks; nil for other limits.
  private func networkRule(_ limit: RouteLimit) -> RateLimiter.Rule? {
    switch limit {
    case .challenge: .perMinute("challenge", settings.challengePerMinute)
    case .passkeyChallenge: .perMinute("passkey_challenge", settings.challengePerMinute)
    case .signIn: .perMinute("sign_in", settings.signInPerMinute)
    case .refresh: .perMinute("refresh", settings.refreshPerMinute)
    case .navigation: .perMinute("navigation", settings.browserSignInPerMinute)
    case .pageStep: .perMinute("page_step", settings.browserSignInPerMinute)
    case .deviceAuthorization: .perMinute("device", settings.devicePerMinute)
    case .devicePoll:
      .perMinute("device_poll", limits.waitingDevicesPerNetwork * 60 / DeviceAuthorization.interval)
    case .userCode: .perMinute("user_code", settings.devicePerMinute)
    case .apiKeyFailure: .perMinute("api_key_failure", settings.apiKeyFailurePerMinute)
    default: nil
    }
  }

  private var accountWrite: RateLimiter.Rule { .perMinute("account_write", settings.accountWritePerMinute) }
}
