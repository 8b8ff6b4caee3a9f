import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
import Testing

/// The rate limiter over time, which passes here without anybody waiting for it.
@Suite struct RateLimiterTests {
  private let start = ContinuousClock.now
  private let rule = RateLimiter.Rule.perMinute("sign_in", 10)
  private let home = IPAddress("198.51.100.1")

  /// How long the limiter wants `address` to wait; nil where it lets it through.
  private func wait(
    _ limiter: RateLimiter, _ address: IPAddress?, _ rule: RateLimiter.Rule, at seconds: Double = 0
  ) async throws -> Int? {
    let address = try #require(address)
    do {
      try limiter.admit(address, rule, now: start + .seconds(seconds))
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

  @Test("Ten in a minute may come at once; the eleventh waits as long as it is told, and no longer")
  func burst() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 0) == 10)
    #expect(try await wait(limiter, home, rule, at: 0) == 6)
    #expect(try await wait(limiter, home, rule, at: 5.5) == 1)
    #expect(try await wait(limiter, home, rule, at: 6) == nil)
    #expect(try await wait(limiter, home, rule, at: 6) == 6)
  }

  @Test("A minute of rest gives the whole allowance back, and no more than that")
  func refill() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 0) == 10)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 30) == 5)
    #expect(try await admitted(limiter, home, rule, of: 20, at: 3600) == 10)
  }

  @Test("Whoever keeps trying while refused waits no longer for it, and gains nothing")
  func refusalsCostNothing() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 1000, at: 0) == 10)
    #expect(try await wait(limiter, home, rule, at: 6) == nil)
    var total = 0
    for second in 7...66 { total += try await admitted(limiter, home, rule, of: 5, at: Double(second)) }
    #expect(total == 10)
  }

  @Test("Networks and rules are counted apart")
  func apart() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 11, at: 0) == 10)
    #expect(try await wait(limiter, IPAddress("198.51.100.2"), rule) == nil)
    #expect(try await wait(limiter, home, .perMinute("challenge", 10)) == nil)
    #expect(try await wait(limiter, IPAddress("::ffff:198.51.100.1"), rule) != nil)
  }

  @Test("Case 2: an IPv6 /64 is one network, four of them a /56, sixteen a /48")
  func tiers() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    var inSubnets = 0
    for subnet in 0..<16 {
      for host in 1...20
      where
        try await wait(limiter, IPAddress("2001:db8:0:1\(String(subnet, radix: 16))0::\(host)"), rule) == nil
      { inSubnets += 1 }
    }
    // 2001:db8:0:100::/56 holds all sixteen.
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

  @Test("This machine is exempt where it was said to be, under every name")
  func loopback() async throws {
    let exempt = RateLimiter(exemptsLoopback: true)
    let strict = RateLimiter(exemptsLoopback: false)
    for name in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
      #expect(try await admitted(exempt, IPAddress(name), rule, of: 50, at: 0) == 50, "\(name)")
    }
    #expect(try await admitted(strict, IPAddress("127.0.0.1"), rule, of: 50, at: 0) == 10)
    #expect(try await admitted(exempt, home, rule, of: 50, at: 0) == 10)
  }

  /// A network of its own for every number.
  private func network(_ number: Int) -> IPAddress {
    IPAddress(v4: 10, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255))
  }

  @Test("Among as many networks as fit, who did too much waits, and asking again is not forgotten")
  func full() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    #expect(try await admitted(limiter, home, rule, of: 10, at: 0) == 10)
    for number in 0..<(RateLimiter.capacity * 2) {
      try limiter.admit(network(number), rule, now: start)
      if number % 50_000 == 0 { #expect(try await wait(limiter, home, rule, at: 0) != nil, "\(number)") }
    }
    // Those of late are counted, those of long ago were forgotten to make room.
    let last = network(RateLimiter.capacity * 2 - 1)
    #expect(try await admitted(limiter, last, rule, of: 10, at: 0) == 9)
    #expect(try await admitted(limiter, network(0), rule, of: 11, at: 0) == 10)
  }

  @Test("An attack that fills the memory and goes on makes no request look through all of it")
  func amortized() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    // One network more whenever one has refilled: the memory is always full, and never of use.
    let pace = 6.0 / Double(RateLimiter.capacity)
    func admit(_ range: Range<Int>) async throws -> Duration {
      let began = ContinuousClock.now
      for number in range {
        try limiter.admit(network(number), rule, now: start + .seconds(Double(number) * pace))
      }
      return .now - began
    }
    let filling = try await admit(0..<RateLimiter.capacity)
    let going = try await admit(RateLimiter.capacity..<(RateLimiter.capacity + 1000))
    // A two-hundredth of the number; looking through all each time would take a hundred times as long.
    #expect(going < filling)
  }

  @Test("Of many at once no more are let through than of many in a row")
  func parallel() async throws {
    let limiter = RateLimiter(exemptsLoopback: false)
    let waits = try await inParallel(200) { try await wait(limiter, home, rule) }
    #expect(waits.filter { $0 == nil }.count == 10)
  }
}
