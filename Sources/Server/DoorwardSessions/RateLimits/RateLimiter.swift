package import DoorwardHTTP
package import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardStore
import DoorwardSystem
import DoorwardWire

/// Counts the requests of each network, session or user, and returns the time to wait to a client above the limit.
///
/// The limiter implements token buckets with the generic cell rate algorithm, which stores one instant for each rule
/// and subject. A spoofed header does not reset a count, because the address is the socket's unless a trusted proxy
/// sends another one. Other addresses of an IPv6 allocation do not reset a count either, because the /64, /56 and /48
/// networks are counted too, each with a larger limit.
///
/// With a store that several processes share, they count together (``SharedCounts``).
package final class RateLimiter: Sendable {
  /// One limit: `count` requests in `seconds`. A client may use all of them at once.
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

    /// The name of the subject in the counts of all processes.
    var parts: [[UInt8]] {
      switch self {
      case .network(let rule, let address, let bits):
        [[UInt8](rule.name.utf8), [UInt8]("\(address)/\(bits)".utf8)]
      case .session(let rule, let session): [[UInt8](rule.name.utf8), [UInt8]("session".utf8), session.bytes]
      case .user(let rule, let user): [[UInt8](rule.name.utf8), [UInt8]("user".utf8), user.bytes]
      case .recipient(let rule, let recipient):
        [[UInt8](rule.name.utf8), [UInt8]("recipient".utf8), [UInt8](recipient.utf8)]
      }
    }
  }

  /// The most keys that are kept. The dropped keys are the least recently used ones. Their buckets are full again,
  /// unless an attack comes from more networks than fit into memory.
  package static let capacity = 200_000

  /// The time at which the next request of each key is expected. Reading a key keeps it, so a client that is refused
  /// repeatedly stays counted.
  private let arrivals = Monitor(RecentEntries<Key, ContinuousClock.Instant>(capacity: capacity))
  private let exemptsLoopback: Bool
  private let shared: SharedCounts?
  private let metrics: Metrics

  /// - Parameters:
  ///   - exemptsLoopback: whether addresses of this machine have no limit.
  ///   - shared: the counts of all processes; nil if this process counts alone.
  ///   - metrics: counts the refusals.
  package init(exemptsLoopback: Bool, shared: SharedCounts? = nil, metrics: Metrics = Metrics()) {
    self.exemptsLoopback = exemptsLoopback
    self.shared = shared
    self.metrics = metrics
  }

  /// Counts one request of `address`.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    _ address: IPAddress, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) async throws(Problem) {
    if exemptsLoopback, address.isLoopback { return }
    let keys = Self.tiers(of: address).map { tier in
      (Key.network(rule, address.prefix(tier.bits), bits: tier.bits), rule.count * tier.factor)
    }
    try await admit(keys, rule, at: now)
  }

  /// Counts one request of a session, from any address. No session is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    _ session: Session.ID, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) async throws(Problem) {
    try await admit([(.session(rule, session), rule.count)], rule, at: now)
  }

  /// Counts one request of a user, from any session and address. No user is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    _ user: User.ID, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) async throws(Problem) {
    try await admit([(.user(rule, user), rule.count)], rule, at: now)
  }

  /// Counts one request for an email address or phone number, from any client. No address is exempt.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admit(
    recipient: String, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) async throws(Problem) {
    try await admit([(.recipient(rule, recipient), rule.count)], rule, at: now)
  }

  /// Counts one request for an email address or phone number in this process alone, without a wait.
  ///
  /// - Throws: ``Problem`` 429 with `Retry-After`.
  package func admitHere(
    recipient: String, _ rule: Rule, now: ContinuousClock.Instant = .now
  ) throws(Problem) {
    _ = try admitHere([(.recipient(rule, recipient), rule.count)], rule, at: now)
  }

  /// The number of a limit above which the first request of a subject does not wait for the shared counts.
  private static let leastFreeCount: Int64 = 10

  private func admit(
    _ keys: [(Key, Int64)], _ rule: Rule, at now: ContinuousClock.Instant
  ) async throws(Problem) {
    let isFirst = try admitHere(keys, rule, at: now)
    guard let shared else { return }
    if isFirst, rule.count >= Self.leastFreeCount {
      // The answer is kept, so a client that spreads its requests over the processes gets one more from each of them, not more.
      Task { await count(keys, rule, at: now, in: shared) }
    } else {
      let wait = await count(keys, rule, at: now, in: shared)
      guard wait <= .zero else { throw refusal(rule, wait) }
    }
  }

  /// Counts one request in this process.
  ///
  /// - Returns: whether no other request of the subjects is known.
  private func admitHere(
    _ keys: [(Key, Int64)], _ rule: Rule, at now: ContinuousClock.Instant
  ) throws(Problem) -> Bool {
    let (wait, isFirst) = arrivals.withLock { arrivals in
      var wait: Duration = .zero
      var isFirst = true
      for (key, count) in keys {
        let known = max(arrivals.value(of: key) ?? now, now)
        isFirst = isFirst && known == now
        wait = max(wait, known - now + Self.interval(rule, count) - .seconds(rule.seconds))
      }
      guard wait <= .zero else { return (wait, isFirst) }
      for (key, count) in keys {
        arrivals.keep(max(arrivals.value(of: key) ?? now, now) + Self.interval(rule, count), for: key)
      }
      return (.zero, isFirst)
    }
    guard wait <= .zero else { throw refusal(rule, wait) }
    return isFirst
  }

  /// Counts one request in the counts of all processes, and keeps the requests of other processes here.
  ///
  /// If the store cannot count, this process counts alone: a request that needs the store fails by itself.
  ///
  /// - Returns: the time to wait if the request is refused; otherwise zero.
  private func count(
    _ keys: [(Key, Int64)], _ rule: Rule, at now: ContinuousClock.Instant, in shared: SharedCounts
  ) async -> Duration {
    let subjects = keys.map { key, count in
      (name: key.parts, interval: Self.interval(rule, count), window: Duration.seconds(rule.seconds))
    }
    guard let states = await shared.count(subjects) else { return .zero }
    return arrivals.withLock { arrivals in
      var wait: Duration = .zero
      for ((key, count), state) in zip(keys, states) {
        let shared = now + state.backlog
        arrivals.keep(max(arrivals.value(of: key) ?? shared, shared), for: key)
        guard !state.isAdmitted else { continue }
        wait = max(wait, state.backlog + Self.interval(rule, count) - .seconds(rule.seconds))
      }
      return wait
    }
  }

  private static func interval(_ rule: Rule, _ count: Int64) -> Duration {
    .seconds(rule.seconds / Double(count))
  }

  /// An IPv4 address is one network. With IPv6, a home has a /64 to a /56 network and a site has a /48 network.
  private static func tiers(of address: IPAddress) -> [(bits: Int, factor: Int64)] {
    address.family == .v4 ? [(32, 1)] : [(64, 1), (56, 4), (48, 16)]
  }

  private func refusal(_ rule: Rule, _ wait: Duration) -> Problem {
    metrics.count(.rateLimited, [rule.name])
    return .rateLimited(seconds: max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)))
  }
}

/// The counts of rate limits that the processes of a store share.
package struct SharedCounts: Sendable {
  private let limits: any SharedLimits
  private let key: DerivedKey

  /// - Parameters:
  ///   - limits: the counts in the store.
  ///   - key: hides the subjects in the store.
  package init(_ limits: any SharedLimits, key: DerivedKey) {
    self.limits = limits
    self.key = key
  }

  /// Counts one request for each subject.
  ///
  /// - Returns: the state of each subject; nil if the store cannot count.
  func count(_ subjects: [(name: [[UInt8]], interval: Duration, window: Duration)]) async -> [LimitState]? {
    do {
      return try await limits.count(
        subjects.map { subject in
          LimitedSubject(
            bytes: try key.authenticate(subject.name), interval: subject.interval, window: subject.window)
        })
    } catch {
      return nil
    }
  }
}
