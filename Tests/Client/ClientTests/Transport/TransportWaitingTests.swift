import Doorward
import Foundation
import Testing

/// The cost of waiting, measured in a process of its own: the clock of this process also counts the other tests.
struct TransportWaitingTests {
  @Test(.timeLimit(.minutes(1))) func waitingForAnAnswerUsesNoProcessor() async throws {
    let server = try HostileProxy()
    defer { server.stop() }
    server.next("/data", .hold)
    let probe = try Probe("wait", in: StorageFolder(), environment: ["PROBE_URL": "\(server.origin)/data"])
    try await server.untilItHolds()
    let line = try #require(await probe.line()).split(separator: " ")
    #expect(line.first == "cancelled")
    // A transport that polls uses most of the two seconds.
    let used = try #require(line.last.flatMap { Double($0) })
    #expect(used < 0.5)
  }
}
