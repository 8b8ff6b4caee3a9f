import DoorwardHTTP
import DoorwardSockets
import Testing

@Suite("Slow clients", .timeLimit(.minutes(5)))
struct SlowClientTests {
  @Test("A slow header is cut off at a fixed deadline")
  func slowHeaders() async throws {
    try await withServer {
      $0.headerTimeout = .milliseconds(300)
    } _: { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
      await trickle(into: client) { await client.send("a") }
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test("A connection that sends nothing is closed")
  func silence() async throws {
    try await withServer {
      $0.headerTimeout = .milliseconds(100)
    } _: { server in
      let client = try server.client()
      #expect(await client.readToEnd() == [])
    }
  }

  @Test("A slow body is cut off")
  func slowBody() async throws {
    try await withServer {
      $0.bodyTimeout = .milliseconds(300)
    } _: { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
      await trickle(into: client) { await client.send("a") }
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test("A slow chunked body is cut off")
  func slowChunks() async throws {
    try await withServer {
      $0.bodyTimeout = .milliseconds(300)
    } _: { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      await trickle(into: client) { await client.send("1\r\na\r\n") }
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test("A refused client that neither reads to the end nor closes is cut off")
  func lingeringClient() async throws {
    try await withServer {
      $0.bodyTimeout = .milliseconds(200)
    } _: { server in
      let client = try server.client()
      await client.send("GET / HTTP/9.9\r\n")
      #expect(try await client.response()?.status == 505)
      // The server has closed its side and reads until its deadline. After that, it resets the connection.
      try await eventually("the connection to be cut off") { await !client.send("a") }
    }
  }

  @Test("A client that does not read its response is cut off")
  func slowReader() async throws {
    let server = try LoopbackServer {
      $0.responseTimeout = .milliseconds(200)
    } responder: { _ in
      HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: 30_000_000))
    }
    let client = try server.client()
    await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await client.hasSomethingToRead(within: WaitLimit.milliseconds))
    // Draining waits up to a minute for the connection, which ends much earlier at its own deadline.
    await server.transport.drain(timeout: .seconds(60))
    let bytes = try #require(await client.readToEnd())
    #expect(bytes.count < 30_000_000)
  }

  @Test("An idle connection is closed")
  func idleConnection() async throws {
    try await withServer {
      $0.idleTimeout = .milliseconds(100)
    } _: { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.status == 200)
      #expect(await client.readToEnd() == [])
    }
  }

  @Test("A handler may take longer than these deadlines")
  func slowHandler() async throws {
    let gate = Gate("the handler")
    try await withServer {
      $0.headerTimeout = .milliseconds(50)
      $0.bodyTimeout = .milliseconds(50)
      $0.idleTimeout = .milliseconds(50)
    } responder: { request in
      await gate.pass()
      return .text("done")
    } _: { server in
      let client = try await heldClient(of: server)
      // Another connection that is cut off shows that the deadline has passed and was checked.
      let other = try server.client()
      #expect(await other.readToEnd() == [])
      await gate.open()
      #expect(try await client.response()?.text == "done")
    }
  }

  /// A client whose request has reached the handler. On a loaded machine a request can miss the deadline of its
  /// header and is cut off correctly. Then another client tries.
  private func heldClient(of server: LoopbackServer) async throws -> RawClient {
    var tries = 0
    var client: RawClient?
    try await eventually("a request to come before the deadline of its header") {
      if let client, await !client.hasSomethingToRead(within: 20) {
        return server.served.contains("/\(tries)")
      }
      tries += 1
      client = try server.client()
      await client?.send("GET /\(tries) HTTP/1.1\r\nHost: x\r\n\r\n")
      return false
    }
    return try #require(client)
  }

  /// Sends a little after every 20 ms until the server closes. If every byte moved the deadline, only the limit of
  /// the bytes would end the test.
  private func trickle(into client: RawClient, _ send: () async -> Void) async {
    for _ in 0..<800 where !(await client.hasSomethingToRead(within: 20)) { await send() }
  }
}
