import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions

/// Checks that rate limits are effective, and that they count clients instead of the proxy.
struct RateLimitCheck {
  /// A limit of this many times the default no longer stops an attacker.
  private static let ineffectiveFactor: Int64 = 20

  let configuration: ServerConfiguration

  func run() -> [Finding] { [limits()] + proxies() }

  private typealias Limits = RateLimitSettings

  private typealias Counted = (name: String, limit: @Sendable (Limits) -> Int64)

  /// The limits of requests, named by the requests they count.
  private static let requests: [Counted] = [
    ("sign-ins", \.signInPerMinute), ("challenges", \.challengePerMinute),
    ("browser sign-ins", \.browserSignInPerMinute), ("refreshes", \.refreshPerMinute),
    ("devices", \.devicePerMinute), ("account changes", \.accountWritePerMinute),
    ("failures of API keys", \.apiKeyFailurePerMinute),
  ]
  /// The limits of codes that are sent.
  private static let codes: [Counted] = [
    ("to one address", \.codePerHourAndAddress), ("for one network", \.codePerHourAndNetwork),
  ]
  /// The limits of guesses.
  private static let guesses: [Counted] = [
    ("of one code", \.guesses.perChallenge), ("without a pause", \.guesses.free),
    ("in a row", \.guesses.perIdentifier), ("of user codes in one session", \.userCodePerSession),
  ]

  private func limits() -> Finding {
    let name = "rate limits"
    let (limits, standard) = (configuration.rateLimits, Limits())
    func list(_ counted: [Counted], of limits: Limits) -> String {
      counted.map { "\($0.limit(limits)) \($0.name)" }.joined(separator: ", ")
    }
    func text(of limits: Limits) -> String {
      "per minute and network, or user: \(list(Self.requests, of: limits)); codes per hour: \(list(Self.codes, of: limits)); guesses: \(list(Self.guesses, of: limits))"
    }
    let isIneffective = (Self.requests + Self.codes + Self.guesses).contains { counted in
      counted.limit(limits) > counted.limit(standard) * Self.ineffectiveFactor
    }
    guard isIneffective else {
      return .ok(name, text(of: limits) + (configuration.isDevelopment ? "; loopback is exempt" : ""))
    }
    return .warning(
      name, text(of: limits),
      remedy: "some limits are too high to stop an attacker; the defaults are \(text(of: standard))")
  }

  private func proxies() -> [Finding] {
    let name = "trusted proxies"
    if configuration.trustedProxies.contains(where: { $0.prefixLength == 0 }) {
      return [
        .problem(
          name,
          "every address is trusted, so a client can choose the address that its requests are counted for",
          remedy: "list only the addresses of your proxies (trusted_proxies)")
      ]
    }
    guard let account = configuration.publicURL, account.scheme == "https",
      configuration.trustedProxies.isEmpty
    else { return [] }
    // The server speaks plain HTTP, so an https URL shows that requests pass through a proxy.
    return [
      .warning(
        name, "no proxy is listed, so all users have the proxy's address and share its limits",
        remedy: "list the proxy's address (trusted_proxies)")
    ]
  }
}
