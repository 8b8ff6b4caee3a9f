package import DoorwardHTTP
package import DoorwardHTTPTypes
package import DoorwardStore
import DoorwardThreads
import DoorwardWire

/// Counts the acts of each network, session or user, and returns the time to wait to a client above the limit.
///
/// The limiter implements token buckets with the generic cell rate algorithm, which stores one instant for each rule
/// and subject. A spoofed header does not reset a count, because the address is the socket's unless a trusted proxy
/// sends another one. Other addresses of an IPv6 allocation do not reset a count either, because the /64, /56 and /48
/// networks are counted too, each with a larger limit.
package final class RateLimiter: Sendable {
  /// One limit: `count` acts in `seconds`. A client may use all of them at once.
  package struct Rule: Hashable, Sendable {
    package let name: String
    package let count: Int64
    package let seconds: Double

    package init(name: String, count: Int64, seconds: Double) {
      self.name = name
      self.count = count
      self.seconds = seconds
    }

    package static func perMinute(_ name: String, _ count: Int64) -> Rule {
      Rule(name: name, count: count, seconds: 60)
    }
  }

  private enum Key: Hashable {
    case network(Rule, IPAddress, bits: Int)
    case session(Rule, Session.ID)
    case user(Rule, User.ID)
    case recipient(Rule, String)
  }

  /// The most keys that are kept. The dropped keys are the least recently used ones. Their buckets are full again,
  /// unless an attack comes from more networks than fit into memory.
  package static let capacity = 200_000

  /// The time at which the next request of each key is expected. Reading a key keeps it, so a client that is refused
  /// repeatedly stays counted.
  private let arrivals = Monitor(RecentEntries<Key, ContinuousClock.Instant>(capacity: capacity))
  private let exemptsLoopback: Bool

  package init(exemptsLoopback: Bool) { self.exemptsLoopback = exemptsLoopback }

  /// Counts one act of `address`.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(_ address: IPAddress, _ rule: Rule, now: ContinuousClock.Instant = .now) throws(Problem)
  {
    if exemptsLoopback, address.isLoopback { return }
    let keys = Self.tiers(of: address).map { tier in
      (Key.network(rule, address.prefix(tier.bits), bits: tier.bits), rule.count * tier.factor)
    }
    try admit(keys, rule, now)
  }

  /// Counts one act of a session, from any address. No session is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    _ session: Session.ID, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) throws(Problem) {
    try admit([(.session(rule, session), rule.count)], rule, now)
  }

  /// Counts one act of a user, from any session and address. No user is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    _ user: User.ID, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) throws(Problem) {
    try admit([(.user(rule, user), rule.count)], rule, now)
  }

  /// Counts one act for an email address or phone number, from any client. No address is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    recipient: String, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) throws(Problem) {
    try admit([(.recipient(rule, recipient), rule.count)], rule, now)
  }

  private func admit(
    _ keys: [(Key, Int64)], _ rule: Rule, _ now: ContinuousClock.Instant
  ) throws(Problem) {
    let wait = arrivals.withLock { arrivals in
      var wait: Duration = .zero
      for (key, count) in keys {
        let early =
          max(arrivals.value(of: key) ?? now, now) - now + Self.interval(rule, count) - .seconds(rule.seconds)
        wait = max(wait, early)
      }
      guard wait <= .zero else { return wait }
      for (key, count) in keys {
        arrivals.keep(max(arrivals.value(of: key) ?? now, now) + Self.interval(rule, count), for: key)
      }
      return .zero
    }
    guard wait <= .zero else { throw Self.problem(wait) }
  }

  private static func interval(_ rule: Rule, _ count: Int64) -> Duration {
    .seconds(rule.seconds / Double(count))
  }

  /// An IPv4 address is one network. With IPv6, a home has a /64 to a /56 network and a site has a /48 network.
  private static func tiers(of address: IPAddress) -> [(bits: Int, factor: Int64)] {
    address.family == .v4 ? [(32, 1)] : [(64, 1), (56, 4), (48, 16)]
  }

  private static func problem(_ wait: Duration) -> Problem {
    let seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
    return Problem(
      status: 429, code: WireCode.rateLimited, detail: "Too many requests. Try again in \(seconds) seconds.",
      fields: ["Retry-After": "\(seconds)"])
  }
}
