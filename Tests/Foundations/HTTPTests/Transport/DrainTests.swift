import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Draining", .timeLimit(.minutes(5)))
struct DrainTests {
  @Test("Draining completes the requests in flight, accepts no new ones and closes idle connections")
  func inFlight() async throws {
    let gate = Gate("the busy handler")
    // A separate address, so that no other test listens on the port in the meantime.
    let address = TestSocket.hasLoopbackNetwork ? IPAddress(v4: 127, 0, 0, 78) : .loopback
    let server = try LoopbackServer(on: SocketAddress(address: address, port: 0)) {
      $0.graceTime = .zero
    } responder: { request in
      if request.path == "/slow" { await gate.pass() }
      return .text("done")
    }
    let idle = try server.client()
    await idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try await idle.response()?.status == 200)
    let busy = try server.client()
    await busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    try await gate.arrivals(1)

    async let drained: Void = server.transport.drain(timeout: .seconds(60))
    // The idle connection closes while the other one continues.
    #expect(await idle.readToEnd() == [])
    #expect(server.transport.boundAddress == nil)
    // A refused connection tells a load balancer that another process may get the request.
    #expect(throws: (any Error).self) { try server.client() }
    await gate.open()
    let response = try #require(try await busy.response())
    #expect(response.text == "done")
    #expect(response.fields["Connection"]?.lowercased() == "close")
    #expect(await busy.readToEnd() == [])
    await drained
  }

  @Test("An idle connection gets an answer to one more request, which may be on its way")
  func requestOnItsWay() async throws {
    let server = try LoopbackServer { $0.graceTime = .seconds(60) }
    let (used, fresh) = (try server.client(), try server.client())
    await used.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try await used.response()?.fields["Connection"] == nil)
    async let drained: Void = server.transport.drain(timeout: .seconds(60))
    try await eventually("the listener to begin draining") { server.transport.boundAddress == nil }
    for client in [used, fresh] {
      // The transport begins to drain on a thread of its own, so the first answer may come before.
      var isLast = false
      while !isLast {
        await client.send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
        let response = try #require(try await client.response())
        isLast = response.fields["Connection"]?.lowercased() == "close"
      }
      #expect(await client.readToEnd() == [])
    }
    await drained
  }

  @Test("A request that does not complete before the deadline is cancelled and its connection closed")
  func deadline() async throws {
    let gate = Gate("the slow handler")
    let cancelled = Gate("the cancellation")
    let ended = Gate("the end of the handler")
    let server = try LoopbackServer(responder: { _ in
      await withTaskCancellationHandler {
        await gate.pass()
      } onCancel: {
        Task { await cancelled.open() }
      }
      await ended.open()
      return .text("too late")
    })
    let client = try server.client()
    await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    try await gate.arrivals(1)
    await server.transport.drain(timeout: .milliseconds(100))
    try await cancelled.opened()
    #expect(await client.readToEnd() == [])
    // The handler that ignored the cancellation still comes to its end, although the threads of the transport have ended.
    await gate.open()
    try await ended.opened()
  }

  @Test("A second call ends the wait of the first")
  func secondCall() async throws {
    let gate = Gate("the handler")
    let server = try LoopbackServer(responder: { _ in
      await gate.pass()
      return .noContent
    })
    let client = try server.client()
    await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    try await gate.arrivals(1)
    async let first: Void = server.transport.drain(timeout: .seconds(60))
    try await eventually("the listener to begin draining") { server.transport.boundAddress == nil }
    await server.transport.drain(timeout: .seconds(60))
    await first
    await gate.open()
    await server.transport.drain(timeout: .seconds(60))
  }

  @Test("The port is free after draining")
  func portIsFree() async throws {
    let address = TestSocket.hasLoopbackNetwork ? IPAddress(v4: 127, 0, 0, 77) : .loopback
    let server = try LoopbackServer(on: SocketAddress(address: address, port: 0))
    await server.transport.drain(timeout: .seconds(1))
    let next = try LoopbackServer(on: server.address)
    await next.transport.drain(timeout: .seconds(1))
  }

  @Test("Draining under load never fails", arguments: 0..<20)
  func midTraffic(_ round: Int) async throws {
    let server = try LoopbackServer(responder: { request in
      await Task.yield()
      return .text(request.path)
    })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let client = try? server.client() else { return }
          for _ in 0..<40 {
            guard await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n") else { return }
            guard let response = try? await client.response() else { return }
            #expect(response.status == 200)
          }
        }
      }
      group.addTask {
        try await eventually("\(round * 10) requests to be served") { server.served.count >= round * 10 }
        await server.transport.drain(timeout: round.isMultiple(of: 2) ? .zero : .seconds(10))
      }
      try await group.waitForAll()
    }
  }
}
