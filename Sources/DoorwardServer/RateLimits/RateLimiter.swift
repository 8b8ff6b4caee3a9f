package import HTTPCore

/// Counts what each network does, and says how long one that did too much has to wait.
///
/// Token buckets by the generic cell rate algorithm: one instant per network and rule. A spoofed header
/// resets nothing, since the address is the socket's unless a trusted proxy says otherwise; nor does
/// walking through an IPv6 allocation, since its /64, /56 and /48 are counted too, in growing measure.
package actor RateLimiter {
  /// One limit: `count` in `seconds`, all at once if need be.
  package struct Rule: Hashable, Sendable {
    let name: String
    let count: Int64
    let seconds: Double

    package static func perMinute(_ name: String, _ count: Int64) -> Rule {
      Rule(name: name, count: count, seconds: 60)
    }
  }

  private struct Key: Hashable {
    let rule: Rule
    let network: IPAddress
    let bits: Int
  }

  /// How many instants are kept; what has refilled is forgotten first.
  package static let capacity = 200_000

  private var theoreticalArrival: [Key: ContinuousClock.Instant] = [:]
  private let exemptsLoopback: Bool

  package init(exemptsLoopback: Bool) { self.exemptsLoopback = exemptsLoopback }

  /// Counts one act of `address`.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(_ address: IPAddress, _ rule: Rule, now: ContinuousClock.Instant = .now) throws(Problem)
  {
    if exemptsLoopback, address.isLoopback { return }
    let keys = Self.tiers(of: address).map { tier in
      (Key(rule: rule, network: address.prefix(tier.bits), bits: tier.bits), rule.count * tier.factor)
    }
    var wait: Duration = .zero
    for (key, count) in keys {
      let interval = Duration.seconds(rule.seconds / Double(count))
      let arrival = max(theoreticalArrival[key] ?? now, now)
      let early = (arrival - now) + interval - .seconds(rule.seconds)
      wait = max(wait, early)
    }
    guard wait <= .zero else { throw Self.problem(wait) }
    if theoreticalArrival.count >= Self.capacity { forgetRefilled(now) }
    for (key, count) in keys {
      let interval = Duration.seconds(rule.seconds / Double(count))
      theoreticalArrival[key] = max(theoreticalArrival[key] ?? now, now) + interval
    }
  }

  private func forgetRefilled(_ now: ContinuousClock.Instant) {
    theoreticalArrival = theoreticalArrival.filter { $0.value > now }
    // All in use at once: an attack wider than memory. Forgetting half keeps the rest counted.
    if theoreticalArrival.count >= Self.capacity {
      for key in theoreticalArrival.keys.prefix(Self.capacity / 2) { theoreticalArrival[key] = nil }
    }
  }

  /// An IPv4 address is one network; of IPv6 a home has a /64 to a /56 and a site a /48.
  private static func tiers(of address: IPAddress) -> [(bits: Int, factor: Int64)] {
    address.family == .v4 ? [(32, 1)] : [(64, 1), (56, 4), (48, 16)]
  }

  private static func problem(_ wait: Duration) -> Problem {
    let seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
    return Problem(
      status: 429, code: "rate_limited", detail: "Too many requests. Try again in \(seconds) seconds.",
      fields: ["Retry-After": "\(seconds)"])
  }
}
