import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Connections", .timeLimit(.minutes(5)))
struct ConnectionLimitTests {
  @Test(
    "The number of connections of one network is limited; another network has its own limit",
    .enabled(if: TestSocket.hasLoopbackNetwork))
  func perNetwork() async throws {
    try await withServer {
      $0.maximumConnectionsPerNetwork = 3
    } _: { server in
      var clients: [RawClient] = []
      for _ in 0..<3 {
        let client = try server.client()
        await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.response()?.status == 200)
        clients.append(client)
      }
      let fourth = try server.client()
      await fourth.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await fourth.readToEnd() == [])

      let neighbor = try server.client(from: IPAddress("127.0.0.2"))
      await neighbor.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await neighbor.response()?.status == 200)

      // A closed connection makes space for another one.
      await clients[0].send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try await clients[0].response()?.status == 200)
      #expect(await clients[0].readToEnd() == [])
      // The count changes a moment after the client sees the end, so the client retries.
      try await eventually("a place to come free") {
        let client = try server.client()
        await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        return try await client.response()?.status == 200
      }
    }
  }

  /// A server with one connection, whose request waits at a gate.
  private func withBusyConnection(
    _ configure: (inout SocketTransportConfiguration) -> Void,
    _ test: (LoopbackServer, _ busy: RawClient, Gate) async throws -> Void
  ) async throws {
    let gate = Gate("the handler of the busy connection")
    try await withServer(configure) { request in
      if request.path == "/slow" { await gate.pass() }
      return .text("done")
    } _: { server in
      let busy = try server.client()
      await busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
      try await gate.arrivals(1)
      try await test(server, busy, gate)
    }
  }

  @Test("At the limit, the connection that has waited longest gives way, and one with a request does not")
  func idleConnectionsGiveWay() async throws {
    try await withBusyConnection {
      $0.maximumConnections = 3
      $0.maximumConnectionsPerNetwork = 1000
      $0.headerTimeout = .seconds(600)
      $0.idleTimeout = .seconds(600)
    } _: { server, busy, gate in
      let used = try server.client()
      await used.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await used.response()?.status == 200)
      let silent = try server.client()
      let next = try server.client()
      await next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await next.response()?.status == 200)
      #expect(await used.readToEnd() == [])
      let last = try server.client()
      await last.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await last.response()?.status == 200)
      #expect(await silent.readToEnd() == [])
      await gate.open()
      #expect(try await busy.response()?.text == "done")
    }
  }

  @Test("At the limit, a connection gives way to a waiting client as soon as its request is answered")
  func answeredConnectionGivesWay() async throws {
    try await withBusyConnection {
      $0.maximumConnections = 1
      $0.idleTimeout = .seconds(600)
    } _: { server, busy, gate in
      let next = try server.client()
      await next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await gate.open()
      #expect(try await busy.response()?.text == "done")
      #expect(try await next.response()?.status == 200)
    }
  }

  @Test("Networks of trusted proxies have no separate limit")
  func unlimited() async throws {
    try await withServer {
      $0.maximumConnectionsPerNetwork = 1
      $0.unlimitedNetworks = [IPNetwork(.loopback, prefixLength: 8)]
    } _: { server in
      var clients: [RawClient] = []
      for _ in 0..<5 {
        let client = try server.client()
        await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.response()?.status == 200)
        clients.append(client)
      }
      #expect(clients.count == 5)
    }
  }

  @Test("Four hundred requests that wait on a few threads are all answered")
  func concurrency() async throws {
    let count = 400
    let gate = Gate("the four hundred handlers", capacity: count)
    try await withServer {
      $0.maximumConnectionsPerNetwork = 1000
    } responder: { request in
      // No request is answered before all have arrived, so a blocked thread would fail the test.
      await gate.pass()
      return .text(request.path)
    } _: { server in
      var clients: [RawClient] = []
      for index in 0..<count {
        let client = try server.client()
        await client.send("GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n")
        clients.append(client)
      }
      for (index, client) in clients.enumerated() {
        // The first missing answer ends the test, because each wait would take the whole time limit.
        try #require(try await client.response()?.text == "/\(index)")
      }
    }
  }

  @Test("A client that closes while its handler runs does not harm other clients")
  func clientGoesAway() async throws {
    let gate = Gate("the handler of the client that closes")
    try await withServer(responder: { request in
      if request.path == "/slow" { await gate.pass() }
      return .text("done")
    }) { server in
      do {
        let client = try server.client()
        await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        try await gate.arrivals(1)
      }
      await gate.open()
      let next = try server.client()
      await next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await next.response()?.text == "done")
    }
  }
}
