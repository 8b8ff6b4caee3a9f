import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Admission by the head of a request", .timeLimit(.minutes(2))) struct AdmissionTests {
  private func settings(_ configuration: inout SocketTransportConfiguration) {
    configuration.maximumBodyBytes = 100
    var large = LargeBodySettings(maximumBytes: 100_000) { $0.path == "/photo" }
    large.maximumCount = 2
    // Longer than a loaded machine pauses a test.
    large.stepTimeout = .seconds(60)
    configuration.largeBodies = large
  }

  /// Admits requests with a token, and answers them with the name of the token.
  private static let admitter: HTTPAdmitter = { head in
    guard let token = head.fields["X-Token"], head.body.isEmpty else {
      return .refused(.text("refused", status: 401))
    }
    return .admitted { request in .text("\(token) \(request.body.count)") }
  }

  /// Decides once a gate is open.
  private static func admitter(behind gate: Gate) -> HTTPAdmitter {
    { head in
      await gate.pass()
      return await admitter(head)
    }
  }

  private func head(_ path: String, _ framing: String, token: String? = nil) -> String {
    let token = token.map { "X-Token: \($0)\r\n" } ?? ""
    return "PUT \(path) HTTP/1.1\r\nHost: x\r\n\(token)\(framing)\r\n\r\n"
  }

  private func text(_ length: Int) -> String { String(repeating: "a", count: length) }

  private static let framings = [
    "Content-Length: 5", "Content-Length: 100000", "Content-Length: 100000\r\nExpect: 100-continue",
    "Transfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nExpect: 100-continue",
  ]

  @Test(
    "A refusal is the only response, is sent before the body, and ends the connection", arguments: framings)
  func refusal(framing: String) async throws {
    try await withServer(settings, admitter: Self.admitter) { server in
      let client = try server.client()
      await client.send(head("/photo", framing))
      let response = try #require(await client.response())
      #expect(response.status == 401)
      #expect(response.fields["Connection"] == "close")
      // The bytes of the body are no request.
      await client.send("GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await client.readToEnd() == [])
      #expect(server.served == [])
    }
  }

  @Test("A client that sends its whole body first receives the refusal", arguments: [false, true])
  func earlyBody(isChunked: Bool) async throws {
    try await withServer(settings, admitter: Self.admitter) { server in
      for _ in 0..<5 {
        let client = try server.client()
        await client.send(
          isChunked
            ? head("/photo", "Transfer-Encoding: chunked") + "186a0\r\n\(text(100_000))\r\n0\r\n\r\n"
            : head("/photo", "Content-Length: 100000") + text(100_000))
        #expect(try await client.response()?.status == 401)
        #expect(await client.readToEnd() == [])
      }
    }
  }

  @Test("Refused requests take no places of large bodies")
  func places() async throws {
    try await withServer(settings, admitter: Self.admitter) { server in
      var refused: [RawClient] = []
      for _ in 0..<5 {
        let client = try server.client()
        await client.send(head("/photo", "Content-Length: 500") + text(200))
        #expect(try await client.response()?.status == 401)
        refused.append(client)
      }
      let client = try server.client()
      await client.send(head("/photo", "Content-Length: 500", token: "a") + text(500))
      #expect(try await client.response()?.text == "a 500")
      withExtendedLifetime(refused) {}
    }
  }

  @Test("The body is read after the admission, also if that waits", arguments: framings)
  func admission(framing: String) async throws {
    let gate = Gate("the admission")
    try await withServer(settings, admitter: Self.admitter(behind: gate)) { server in
      let client = try server.client()
      await client.send(head("/photo", framing, token: "a"))
      try await gate.arrivals(1)
      #expect(await !client.hasSomethingToRead(within: 20))
      await gate.open()
      if framing.contains("Expect") { #expect(try await client.response()?.status == 100) }
      let length = framing.contains("100000") ? 100_000 : 5
      let isChunked = framing.contains("chunked")
      await client.send(isChunked ? "5\r\n\(text(5))\r\n0\r\n\r\n" : text(length))
      #expect(try await client.response()?.text == "a \(length)")
      #expect(server.served == [])
    }
  }

  @Test("An admission is for one request of a connection")
  func nextRequest() async throws {
    try await withServer(settings, admitter: Self.admitter) { server in
      let client = try server.client()
      await client.send(
        head("/photo", "Content-Length: 500", token: "a") + text(500)
          + head("/other", "Content-Length: 3") + text(3)
          + head("/photo", "Content-Length: 500", token: "b") + text(500)
          + head("/photo", "Content-Length: 500") + text(500))
      #expect(try await client.response()?.text == "a 500")
      #expect(try await client.response()?.fields["X-Path"] == "/other")
      #expect(try await client.response()?.text == "b 500")
      #expect(try await client.response()?.text == "refused")
      #expect(await client.readToEnd() == [])
      #expect(server.served == ["/other"])
    }
  }

  @Test("An admitted body keeps the limits of large bodies", arguments: [("186a1", 413), ("x", 400)])
  func limits(chunk: String, status: Int) async throws {
    try await withServer(settings, admitter: Self.admitter) { server in
      let client = try server.client()
      await client.send(head("/photo", "Transfer-Encoding: chunked", token: "a"))
      await client.send("\(chunk)\r\n")
      #expect(try await client.response()?.status == status)
      #expect(await client.readToEnd() == [])
    }
  }

  @Test("A request is admitted while the listener drains, and its body is read")
  func draining() async throws {
    let gate = Gate("the admission")
    try await withServer(settings, admitter: Self.admitter(behind: gate)) { server in
      let client = try server.client()
      await client.send(head("/photo", "Content-Length: 500", token: "a"))
      try await gate.arrivals(1)
      async let drained: Void = server.transport.drain(timeout: .seconds(60))
      while server.transport.boundAddress != nil { await Task.yield() }
      await gate.open()
      await client.send(text(500))
      #expect(try await client.response()?.text == "a 500")
      #expect(await client.readToEnd() == [])
      await drained
    }
  }
}
