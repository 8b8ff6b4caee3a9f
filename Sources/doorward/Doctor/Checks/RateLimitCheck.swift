import DoorwardServer
import HTTPCore

/// Whether limits limit anybody, and count people and not the proxy before them.
struct RateLimitCheck {
  /// So many times the default no longer keep anybody from trying.
  private static let laxness: Int64 = 20

  let configuration: ServerConfiguration

  func run() -> [Finding] { [limits()] + proxies() }

  private func limits() -> Finding {
    let name = "rate limits"
    let limits = configuration.rateLimits
    let standard = ServerConfiguration.RateLimitSettings()
    let text =
      "a minute and network: \(limits.signInPerMinute) sign-ins, \(limits.challengePerMinute) challenges, \(limits.refreshPerMinute) refreshes, \(limits.apiKeyFailurePerMinute) failures of API keys"
    let isLax =
      limits.signInPerMinute > standard.signInPerMinute * Self.laxness
      || limits.challengePerMinute > standard.challengePerMinute * Self.laxness
      || limits.refreshPerMinute > standard.refreshPerMinute * Self.laxness
      || limits.apiKeyFailurePerMinute > standard.apiKeyFailurePerMinute * Self.laxness
    return isLax
      ? .warning(
        name, text,
        "they hardly limit; the defaults are \(standard.signInPerMinute), \(standard.challengePerMinute), \(standard.refreshPerMinute) and \(standard.apiKeyFailurePerMinute)"
      )
      : .ok(name, text + (configuration.isDevelopment ? "; loopback is exempt" : ""))
  }

  private func proxies() -> [Finding] {
    let name = "trusted proxies"
    if configuration.trustedProxies.contains(where: { $0.prefixLength == 0 }) {
      return [
        .problem(
          name, "everybody is trusted, so anybody may choose the address they are counted under",
          "list the addresses of your proxies alone (trusted_proxies)")
      ]
    }
    guard let account = configuration.publicURL, account.scheme == "https",
      configuration.trustedProxies.isEmpty
    else { return [] }
    // The server itself speaks plain HTTP, so with https there is a proxy before it.
    return [
      .warning(
        name, "none is listed, so all visitors have the proxy's address and share its limits",
        "list the proxy's address (trusted_proxies)")
    ]
  }
}
