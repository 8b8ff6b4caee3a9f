import ChildProcesses
import Doorward
import Foundation
import Testing

/// A code for another device, and a clock that the user sets meanwhile.
@MainActor struct DeviceTests {
  private static let declined = DoorwardResponse(
    status: 400, body: Array(#"{"error": "access_denied", "code": "access_denied", "trace_id": "1"}"#.utf8))

  @Test(.timeLimit(.minutes(1)), arguments: [86_400.0, -86_400])
  func codeLivesOnWhenTheClockIsSet(_ seconds: Double) async throws {
    let client = try Client(await RunningServer.start())
    await client.wire.next("/v1/token", .answer(Self.declined))
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.device.login { _ in client.time.set(by: seconds) }
    }
    #expect(error?.isCancellation == true)
    #expect(await client.wire.count("/v1/token") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func pollingObeysRetryAfterAndSlowDown() async throws {
    let client = try Client(await RunningServer.start())
    let (pauses, pause) = AsyncStream<Duration>.makeStream()
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: client.server.origin)), storage: InMemorySessionStorage(),
        transport: client.wire.transport, clock: DoorwardClock(now: { Date() }, sleep: { pause.yield($0) }),
        logger: .silent))
    let busy = DoorwardResponse(
      status: 429, headers: ["retry-after": "45"],
      body: Array(#"{"error": "slow_down", "code": "rate_limited", "trace_id": "1"}"#.utf8))
    let pending = DoorwardResponse(
      status: 400,
      body: Array(
        #"{"error": "authorization_pending", "code": "authorization_pending", "trace_id": "1"}"#.utf8))
    for answer in [busy, pending, Self.declined] { await client.wire.next("/v1/token", .answer(answer)) }
    await #expect(throws: DoorwardError(code: .cancelled, reason: "")) {
      try await doorward.device.login { _ in }
    }
    pause.finish()
    var seen: [Duration] = []
    for await pause in pauses { seen.append(pause) }
    #expect(seen == [.seconds(5), .seconds(45), .seconds(10)])
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0.0, -86_400])
  func expiredCodeIsNotPolledWhenTheClockIsSet(_ seconds: Double) async throws {
    let client = try Client(await RunningServer.start())
    await client.wire.next("/v1/token", .answer(Self.declined))
    await #expect(throws: DoorwardError(code: .expiredToken, reason: "")) {
      try await client.doorward.device.login { code in
        #expect(code.expiresAt > client.time.clock.now())
        client.time.set(by: seconds)
        client.time.advance(by: 3600)
      }
    }
    #expect(await client.wire.count("/v1/token") == 0)
  }
}
