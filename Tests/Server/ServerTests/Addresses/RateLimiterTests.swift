import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Testing

/// The rate limiter over time, with an injected clock.
@Suite struct RateLimiterTests {
  private let start = ContinuousClock.now
  private let rule = RateLimiter.Rule.perMinute("sign_in", 10)
  private let home = IPAddress("198.51.100.1")

  /// The time that `address` must wait; nil if the request is admitted.
  private func wait(
    _ limiter: RateLimiter, _ address: IPAddress?, _ rule: RateLimiter.Rule, at seconds: Double = 0
  ) async throws -> Int? {
    let address = try #require(address)
    do {
      try await limiter.admit(address, rule, now: start + .seconds(seconds))
      return nil
    } catch {
      #expect(error.status == 429)
      #expect(error.code == "rate_limited")
      let seconds: Int = try #require(error.fields["Retry-After"].flatMap { Int($0) })
      return seconds
    }
  }

  private func admitted(
    _ limiter: RateLimiter, _ address: IPAddress?, _ rule: RateLimiter.Rule, of count: Int, at seconds: Double
  ) async throws -> Int {
    var admitted = 0
    for _ in 0..<count where try await wait(limiter, address, rule, at: seconds) == nil { admitted += 1 }
    return admitted
  }

  @Test("Ten requests in a minute may come at once; the eleventh waits exactly the announced time")
  func burst() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 0) == 10)
    #expect(try await wait(limiter, home, rule, at: 0) == 6)
    #expect(try await wait(limiter, home, rule, at: 5.5) == 1)
    #expect(try await wait(limiter, home, rule, at: 6) == nil)
    #expect(try await wait(limiter, home, rule, at: 6) == 6)
  }

  @Test("A minute without requests restores the whole limit, and not more")
  func refill() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 0) == 10)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 30) == 5)
    #expect(try await admitted(limiter, home, rule, of: 20, at: 3600) == 10)
  }

  @Test("A refused request neither extends nor shortens the waiting time")
  func refusalsCostNothing() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 1000, at: 0) == 10)
    #expect(try await wait(limiter, home, rule, at: 6) == nil)
    var total = 0
    for second in 7...66 { total += try await admitted(limiter, home, rule, of: 5, at: Double(second)) }
    #expect(total == 10)
  }

  @Test("Networks and rules are counted separately")
  func networksAndRulesAreSeparate() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 11, at: 0) == 10)
    #expect(try await wait(limiter, IPAddress("198.51.100.2"), rule) == nil)
    #expect(try await wait(limiter, home, .perMinute("challenge", 10)) == nil)
    #expect(try await wait(limiter, IPAddress("::ffff:198.51.100.1"), rule) != nil)
  }

  @Test("The limit of an IPv6 /56 is four times that of a /64; the limit of a /48 is sixteen times")
  func tiers() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    var inSubnets = 0
    for subnet in 0..<16 {
      for host in 1...20
      where
        try await wait(limiter, IPAddress("2001:db8:0:1\(String(subnet, radix: 16))0::\(host)"), rule) == nil
      { inSubnets += 1 }
    }
    // 2001:db8:0:100::/56 contains all sixteen.
    #expect(inSubnets == 40)
    var inSites = 0
    for network in 2..<32 {
      let prefix = String(network, radix: 16)
      for host in 1...20
      where
        try await wait(limiter, IPAddress("2001:db8:0:\(prefix)00::\(host)"), rule) == nil
      { inSites += 1 }
    }
    #expect(inSubnets + inSites == 160)
    #expect(try await wait(limiter, IPAddress("2001:db8:1::1"), rule) == nil)
  }

  @Test("Loopback is exempt if the settings say so, under every name")
  func loopback() async throws {
    let exempt = RateLimiter(exemptsLoopback: true)
    let strict = RateLimiter(exemptsLoopback: false)
    for name in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
      #expect(try await admitted(exempt, IPAddress(name), rule, of: 50, at: 0) == 50, "\(name)")
    }
    #expect(try await admitted(strict, IPAddress("127.0.0.1"), rule, of: 50, at: 0) == 10)
    #expect(try await admitted(exempt, home, rule, of: 50, at: 0) == 10)
  }

  /// A different network for each number.
  private func network(_ number: Int) -> IPAddress {
    IPAddress(v4: 10, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255))
  }

  @Test("If the memory of networks is full, a network that keeps sending requests stays refused")
  func full() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 0) == 10)
    for number in 0..<(RateLimiter.capacity * 2) {
      try await limiter.admit(network(number), rule, now: start)
      if number % 50_000 == 0 { #expect(try await wait(limiter, home, rule, at: 0) != nil, "\(number)") }
    }
    // Recent networks are still counted. Old ones were removed to make space.
    let last = network(RateLimiter.capacity * 2 - 1)
    #expect(try await admitted(limiter, last, rule, of: 10, at: 0) == 9)
    #expect(try await admitted(limiter, network(0), rule, of: 11, at: 0) == 10)
  }

  @Test("With a full memory, a request does not search the whole memory")
  func amortized() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    // A new network arrives whenever one has refilled, so the memory is always full.
    let pace = 6.0 / Double(RateLimiter.capacity)
    func admit(_ range: Range<Int>) async throws -> Duration {
      let began = ContinuousClock.now
      for number in range {
        try await limiter.admit(network(number), rule, now: start + .seconds(Double(number) * pace))
      }
      return .now - began
    }
    let filling = try await admit(0..<RateLimiter.capacity)
    let going = try await admit(RateLimiter.capacity..<(RateLimiter.capacity + 1000))
    // A 200th of the entries. A search of the whole memory for each request would take a hundred times as long.
    #expect(going < filling)
  }

  @Test("Parallel requests are admitted as often as sequential ones")
  func parallel() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    let waits = try await inParallel(200) { try await wait(limiter, home, rule) }
    #expect(waits.filter { $0 == nil }.count == 10)
  }
}
