import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Bodies of requests", .timeLimit(.minutes(5)))
struct BodyTests {
  @Test("A body in pieces of any size arrives completely", arguments: [1, 7, 1000])
  func pieces(_ size: Int) async throws {
    try await withServer {
      $0.bodyTimeout = WaitLimit.limit * 4
    } _: { server in
      let client = try server.client()
      let body = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n")
      for start in stride(from: 0, to: body.count, by: size) {
        await client.send(Array(body[start..<min(start + size, body.count)]))
      }
      #expect(try await client.response()?.body == body)
    }
  }

  @Test("A chunked body arrives completely")
  func chunked() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: ignored\r\n\r\n")
      let response = try #require(try await client.response())
      #expect(response.text == "abc0123456789")
    }
  }

  @Test(
    "A chunk with a wrong length is refused",
    arguments: [
      "5\r\nabcdefgh\r\n0\r\n\r\n", "2\r\nabc\r\n0\r\n\r\n", "zz\r\nabc\r\n", "-1\r\nabc\r\n", "\r\nabc\r\n",
    ])
  func lyingChunk(_ body: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
      #expect(try await client.response()?.status == 400)
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test(
    "A chunk with an impossible size is refused", arguments: ["FFFFFFFFFFFFFFFFF", "fffffffffffffffff0"])
  func hugeChunk(_ size: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nabc")
      #expect(try await client.response()?.status == 413)
      #expect(server.served.isEmpty)
    }
  }

  @Test("A connection whose body is too short is closed at the deadline at the latest")
  func shortBody() async throws {
    try await withServer {
      $0.bodyTimeout = .milliseconds(300)
    } _: { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
      client.finishWriting()
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test("The size limit is exact", arguments: [(1000, 200), (1001, 413)])
  func cap(_ size: Int, _ status: Int) async throws {
    try await withServer {
      $0.maximumBodyBytes = 1000
    } _: { server in
      let client = try server.client()
      await client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n\(String(repeating: "a", count: size))")
      #expect(try await client.response()?.status == status)
    }
  }

  @Test("A body whose announced length is too large is refused before it is read")
  func announced() async throws {
    try await withServer {
      $0.maximumBodyBytes = 1000
    } _: { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n")
      let response = try #require(try await client.response())
      #expect(response.status == 413)
      #expect(response.fields["Connection"]?.lowercased() == "close")
      #expect(response.text.contains("\"code\":\"body_too_large\""))
      #expect(await client.readToEnd() == [])
    }
  }

  @Test("A client that sends chunks slightly above the limit reads the refusal")
  func chunksBeyondCap() async throws {
    try await withServer {
      $0.maximumBodyBytes = 1000
    } _: { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<15 { await client.send("64\r\n\(String(repeating: "a", count: 100))\r\n") }
      await client.send("0\r\n\r\n")
      #expect(try await client.response()?.status == 413)
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test("Endless chunks are cut off")
  func endlessChunks() async throws {
    try await withServer {
      $0.maximumBodyBytes = 1000
    } _: { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "3E8\r\n\(String(repeating: "a", count: 1000))\r\n"
      var count = 0
      while await client.send(chunk), count < 100_000 { count += 1 }
      #expect(count < 100_000)
      #expect(server.served.isEmpty)
    }
  }

  @Test("A body on GET is read within the limit and ignored")
  func bodyOnGet() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("GET /first HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
      #expect(try await client.response()?.text == "abc")
      await client.send("GET /second HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.fields["X-Path"] == "/second")
    }
  }

  @Test("A client that expects 100-continue gets it (RFC 9110 §10.1.1)")
  func expectContinue() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.response()?.status == 100)
      await client.send("abc")
      #expect(try await client.response()?.text == "abc")
    }
  }

  @Test("A client that expects 100-continue for a body above the limit gets 413 only")
  func expectTooMuch() async throws {
    try await withServer {
      $0.maximumBodyBytes = 1000
    } _: { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.response()?.status == 413)
    }
  }

  @Test("An unknown expectation is refused")
  func unknownExpectation() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nExpect: 200-ok\r\n\r\n")
      #expect(try await client.response()?.status == 417)
    }
  }
}
