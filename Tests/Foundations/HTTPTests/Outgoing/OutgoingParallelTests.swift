import DoorwardCurl
import DoorwardHTTP
import DoorwardSystem
import Testing

@Suite("Outgoing requests of one client", .timeLimit(.minutes(5)))
struct OutgoingParallelTests {
  @Test("Cancelling the task cancels the transfer")
  func cancellation() async throws {
    let gate = Gate("the handler")
    try await withServer(responder: { _ in
      await gate.pass()
      return .noContent
    }) { server in
      let client = OutgoingHTTPClient.loopback { $0.timeout = .seconds(60) }
      let task = Task { try await client.send(OutgoingRequest(url: server.url("/"))) }
      try await gate.arrivals(1)
      task.cancel()
      await #expect(throws: OutgoingHTTPError(.cancelled, "")) { try await task.value }
      // One request is cancelled before it starts; the next one must succeed.
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.send(OutgoingRequest(url: server.url("/")))
      }
      await #expect(throws: OutgoingHTTPError(.cancelled, "")) { try await early.value }
      await gate.open()
      let response = try await client.send(OutgoingRequest(url: server.url("/")))
      #expect(response.status == 204)
    }
  }

  @Test("A connection is reused")
  func reuse() async throws {
    let peers = Monitor<Set<Int>>([])
    let peer = try ScriptedPeer { connection in
      _ = peers.withLock { $0.insert(connection.number) }
      while connection.readRequest() {
        _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let client = OutgoingHTTPClient.loopback()
    for _ in 0..<10 { #expect(try await client.send(OutgoingRequest(url: peer.url)).status == 200) }
    #expect(peers.withLock { $0.count } == 1)
  }

  @Test("Requests run in parallel up to the limit; further ones wait")
  func concurrency() async throws {
    let running = Monitor((now: 0, most: 0))
    try await withServer(responder: { request in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      await Task.yield()
      running.withLock { $0.now -= 1 }
      return .text(request.path)
    }) { server in
      let client = OutgoingHTTPClient.loopback {
        $0.maximumConcurrentRequests = 5
        $0.timeout = .seconds(30)
      }
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<300 {
          group.addTask {
            let response = try await client.send(OutgoingRequest(url: server.url("/\(index)")))
            return String(decoding: response.body, as: UTF8.self) == "/\(index)"
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      #expect(running.withLock { $0.most } <= 5)
    }
  }

  @Test("A request that waits too long, or for which the queue is full, fails with its own error")
  func overload() async throws {
    let gate = Gate("the handler")
    try await withServer(responder: { _ in
      await gate.pass()
      return .noContent
    }) { server in
      let client = OutgoingHTTPClient.loopback {
        $0.maximumConcurrentRequests = 1
        $0.maximumWaitingRequests = 1
        $0.timeout = .seconds(60)
      }
      let first = Task { try await client.send(OutgoingRequest(url: server.url("/"))) }
      try await gate.arrivals(1)
      await #expect(throws: OutgoingHTTPError(.timedOut, "")) {
        try await client.send(OutgoingRequest(url: server.url("/"), timeout: .milliseconds(50)))
      }
      // Two at once, and the queue has one place: one of them is refused, or they never overlapped.
      async let second = Self.outcome(client, server)
      async let third = Self.outcome(client, server)
      let outcomes = await [second, third]
      #expect(outcomes.contains(.overloaded))
      await gate.open()
      let response = try await first.value
      #expect(response.status == 204)
    }
  }

  /// The error of a request that waits for up to two seconds behind another one.
  private static func outcome(_ client: OutgoingHTTPClient, _ server: LoopbackServer) async
    -> OutgoingHTTPError.Code?
  {
    do {
      _ = try await client.send(OutgoingRequest(url: server.url("/"), timeout: .seconds(2)))
      return nil
    } catch {
      return error.code
    }
  }

  @Test("A released client ends after its last request")
  func lifetime() async throws {
    try await withServer { server in
      for _ in 0..<20 {
        let response = try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: server.url("/")))
        #expect(response.status == 200)
      }
    }
  }
}
