import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions

/// Checks that rate limits are effective, and that they count clients instead of the proxy.
struct RateLimitCheck {
  /// A limit of this many times the default no longer stops an attacker.
  private static let ineffectiveFactor: Int64 = 20

  let configuration: ServerConfiguration

  func run() -> [Finding] { [limits()] + proxies() }

  private typealias Limits = RateLimitSettings

  /// Every limit, named by the requests it counts.
  private static let counted: [(name: String, limit: @Sendable (Limits) -> Int64)] = [
    ("sign-ins", \.signInPerMinute), ("challenges", \.challengePerMinute),
    ("browser sign-ins", \.browserSignInPerMinute), ("refreshes", \.refreshPerMinute),
    ("devices", \.devicePerMinute), ("account changes", \.accountWritePerMinute),
    ("failures of API keys", \.apiKeyFailurePerMinute),
  ]

  private func limits() -> Finding {
    let name = "rate limits"
    let (limits, standard) = (configuration.rateLimits, Limits())
    let text =
      "per minute and network, or user: "
      + Self.counted.map { "\($0.limit(limits)) \($0.name)" }.joined(separator: ", ")
    guard Self.counted.contains(where: { $0.limit(limits) > $0.limit(standard) * Self.ineffectiveFactor })
    else {
      return .ok(name, text + (configuration.isDevelopment ? "; loopback is exempt" : ""))
    }
    let defaults = Self.counted.map { "\($0.limit(standard))" }.joined(separator: ", ")
    return .warning(name, text, "some limits are too high to stop an attacker; the defaults are \(defaults)")
  }

  private func proxies() -> [Finding] {
    let name = "trusted proxies"
    if configuration.trustedProxies.contains(where: { $0.prefixLength == 0 }) {
      return [
        .problem(
          name,
          "every address is trusted, so a client can choose the address that its requests are counted for",
          "list only the addresses of your proxies (trusted_proxies)")
      ]
    }
    guard let account = configuration.publicURL, account.scheme == "https",
      configuration.trustedProxies.isEmpty
    else { return [] }
    // The server speaks plain HTTP, so an https URL shows that requests pass through a proxy.
    return [
      .warning(
        name, "no proxy is listed, so all users have the proxy's address and share its limits",
        "list the proxy's address (trusted_proxies)")
    ]
  }
}
