import DoorwardHTTP
import DoorwardSockets
import DoorwardSystem
import Testing

@Suite("Requests that wait", .timeLimit(.minutes(2)))
struct ContinuationTests {
  @Test("A request that has waited continues on a thread of the listener")
  func thread() async throws {
    let gate = Gate("the handler")
    try await withServer(responder: { _ in
      await gate.pass()
      return .text(BackgroundThread.isCurrent ? "listener" : "pool")
    }) { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      try await gate.arrivals(1)
      await gate.open()
      #expect(try await client.response()?.text == "listener")
    }
  }

  @Test("Requests that wait do not keep a thread from other requests", arguments: [1, 2, 8])
  func manyRequests(threads: Int) async throws {
    let gate = Gate("the handlers")
    try await withServer({ $0.threads = threads }) { request in
      if request.path == "/wait" { await gate.pass() }
      return .text(request.path)
    } _: { server in
      let waiting = try (0..<60).map { _ in try server.client() }
      for client in waiting { await client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n") }
      try await gate.arrivals(waiting.count)
      let other = try server.client()
      await other.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await other.response()?.text == "/other")
      await gate.open()
      for client in waiting { #expect(try await client.response()?.text == "/wait") }
    }
  }
}
