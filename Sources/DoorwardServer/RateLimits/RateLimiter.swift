package import DoorwardHTTP

/// Counts what each network, session or user does, and says how long one that did too much has to wait.
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

  private enum Key: Hashable {
    case network(Rule, IPAddress, bits: Int)
    case session(Rule, Session.ID)
    case user(Rule, User.ID)
  }

  /// The most instants that are kept. Past half of it those go that nobody has asked for longest: they have
  /// refilled, unless an attack is wider than memory, and then the other half stays counted.
  package static let capacity = 200_000

  /// When each network and rule will have refilled, in two generations: what is asked for is in the younger
  /// one, and where that is full the older one goes at once. So no request ever pays for looking through all.
  private var theoreticalArrival: [Key: ContinuousClock.Instant] = [:]
  private var olderArrival: [Key: ContinuousClock.Instant] = [:]
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

  /// Counts one act of whoever holds a session, wherever they are: nobody is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    _ session: Session.ID, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) throws(Problem) {
    try admit([(.session(rule, session), rule.count)], rule, now)
  }

  /// Counts one act of a user, from any session and address: no user is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    _ user: User.ID, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) throws(Problem) {
    try admit([(.user(rule, user), rule.count)], rule, now)
  }

  private func admit(
    _ keys: [(Key, Int64)], _ rule: Rule, _ now: ContinuousClock.Instant
  ) throws(Problem) {
    var wait: Duration = .zero
    for (key, count) in keys {
      let interval = Duration.seconds(rule.seconds / Double(count))
      let arrival = max(arrival(key) ?? now, now)
      let early = (arrival - now) + interval - .seconds(rule.seconds)
      wait = max(wait, early)
    }
    guard wait <= .zero else { throw Self.problem(wait) }
    for (key, count) in keys {
      let interval = Duration.seconds(rule.seconds / Double(count))
      keep(max(arrival(key) ?? now, now) + interval, for: key)
    }
  }

  /// What is known of a key. Asking keeps it: who is refused again and again is not forgotten meanwhile.
  private func arrival(_ key: Key) -> ContinuousClock.Instant? {
    if let arrival = theoreticalArrival[key] { return arrival }
    guard let arrival = olderArrival.removeValue(forKey: key) else { return nil }
    keep(arrival, for: key)
    return arrival
  }

  private func keep(_ arrival: ContinuousClock.Instant, for key: Key) {
    theoreticalArrival[key] = arrival
    guard theoreticalArrival.count >= Self.capacity / 2 else { return }
    olderArrival = theoreticalArrival
    theoreticalArrival = [:]
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
