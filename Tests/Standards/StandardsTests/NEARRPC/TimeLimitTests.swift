import Encodings
import NEAR
import Testing

private typealias Net = FakeNetwork

@Suite("A client enforces its time limits independent of the transport")
struct TimeLimitTests {
  private let answers = Net.node(["view_account": Net.account])

  @Test("A transport that ignores cancellation and never answers takes one time limit")
  func limitsRequest() async throws {
    let (net, failures) = (Net({ _ in .silence }, answers), FailureLog())
    _ = try await net.client(timeout: .seconds(5), failures: failures).viewAccount(Sample.alice)
    #expect(failures.codes == [.timedOut])
    #expect(net.log.elapsed == .seconds(5))
  }

  @Test("All endpoints together take at most the deadline")
  func limitsCall() async throws {
    let silent: FakeNetwork.Node = { _ in .silence }
    let (net, failures) = (Net(silent, silent, silent, silent), FailureLog())
    let client = net.client(timeout: .seconds(5), deadline: .seconds(12), failures: failures)
    await #expect(throws: nearError(.rpcUnavailable)) { try await client.viewAccount(Sample.alice) }
    #expect(net.log.elapsed == .seconds(12))
    // 5 + 5 + 2 seconds. The fourth endpoint is not queried.
    #expect(net.log.asked == ["a status", "b status", "c status"])
    #expect(failures.codes == [.timedOut, .timedOut, .timedOut, .timedOut])
  }

  @Test("The transport receives the remaining time")
  func tellsTransport() async throws {
    let net = Net(answers)
    let limits = LimitLog()
    let transport = NEARRPCTransport { url, body, seconds in
      await limits.append(seconds)
      net.log.pass(.seconds(2))
      return try await net.transport.post(url, body, seconds)
    }
    let client = NEARRPCClient(
      endpoints: ["a"], transport: transport, timeout: .seconds(5), deadline: .seconds(6), clock: net.clock)
    _ = try await client.viewAccount(Sample.alice)
    #expect(await limits.seconds == [5, 4])
  }

  @Test("With the system's clock, a transport that ignores cancellation is abandoned after its limit")
  func limitsInRealTime() async throws {
    let net = Net { _ in .silence }
    let client = NEARRPCClient(
      endpoints: ["a"], transport: net.transport, timeout: .milliseconds(20), deadline: .milliseconds(40))
    let clock = ContinuousClock()
    let time = await clock.measure {
      await #expect(throws: nearError(.rpcUnavailable)) { try await client.viewAccount(Sample.alice) }
    }
    #expect(time >= .milliseconds(20))
  }

  @Test("A time limit of zero or less gives no answer", arguments: [Duration.zero, .seconds(-1)])
  func refusesWithoutTime(limit: Duration) async throws {
    let net = Net(answers)
    await #expect(throws: nearError(.rpcUnavailable)) {
      try await net.client(timeout: limit).viewAccount(Sample.alice)
    }
    await #expect(throws: nearError(.rpcUnavailable)) {
      try await net.client(deadline: limit).viewAccount(Sample.alice)
    }
    #expect(net.log.asked.isEmpty)
  }
}

private actor LimitLog {
  var seconds: [Double] = []
  func append(_ limit: Double) { seconds.append(limit) }
}
