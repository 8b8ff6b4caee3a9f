import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem
import Testing

/// Bytes that are not an acceptable request get one response, a problem document, and then the end of the connection.
@Suite("Malformed requests", .timeLimit(.minutes(5)))
struct MalformedRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: String
    let status: Int
    let code: String

    init(_ name: String, _ bytes: String, _ status: Int, _ code: String) {
      testDescription = name
      self.bytes = bytes
      self.status = status
      self.code = code
    }

    /// A POST with these fields and this body.
    static func post(
      _ name: String, _ fields: String, body: String = "", _ status: Int, _ code: String
    ) -> Case {
      Case(name, "POST /first HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n\(body)", status, code)
    }

    static func chunked(_ name: String, _ body: String, _ status: Int, _ code: String) -> Case {
      post(name, "Transfer-Encoding: chunked", body: body, status, code)
    }
  }

  static let cases: [Case] = [
    .post("length with a plus", "Content-Length: +0", 400, "ambiguous_framing"),
    .post("negative length", "Content-Length: -1", 400, "ambiguous_framing"),
    .post("two lengths in one field", "Content-Length: 1, 1", body: "a", 400, "ambiguous_framing"),
    .post("two lengths", "Content-Length: 1\r\nContent-Length: 1", body: "a", 400, "ambiguous_framing"),
    .post("no length", "Content-Length:", 400, "ambiguous_framing"),
    .post("hexadecimal length", "Content-Length: 0x1", body: "a", 400, "ambiguous_framing"),
    .post("length with a fraction", "Content-Length: 1.0", body: "a", 400, "ambiguous_framing"),
    .post("length in other digits", "Content-Length: １", body: "a", 400, "ambiguous_framing"),
    .post("length of 2^64", "Content-Length: 18446744073709551616", 413, "body_too_large"),
    .post(
      "length of 2^64 and a body", "Content-Length: 18446744073709551616", body: "abc", 413, "body_too_large"),
    .post("length of 2^63", "Content-Length: 9223372036854775808", 413, "body_too_large"),
    .post(
      "length and coding", "Content-Length: 5\r\nTransfer-Encoding: chunked", body: "0\r\n\r\n", 400,
      "ambiguous_framing"),
    .chunked("chunk size of letters", "zz\r\nabc\r\n", 400, "malformed_request"),
    .chunked("negative chunk size", "-1\r\nabc\r\n", 400, "malformed_request"),
    .chunked("chunk size with a plus", "+3\r\nabc\r\n", 400, "malformed_request"),
    .chunked("chunk size with a prefix", "0x3\r\nabc\r\n", 400, "malformed_request"),
    .chunked("no chunk size", "\r\nabc\r\n", 400, "malformed_request"),
    .chunked("chunk size after a space", " 3\r\nabc\r\n", 400, "malformed_request"),
    .chunked("chunk size that ends with LF", "3\nabc\r\n", 400, "malformed_request"),
    .chunked("chunk longer than its size", "2\r\nabc\r\n", 400, "malformed_request"),
    .chunked("chunk of 2^64", "10000000000000000\r\nabc", 413, "body_too_large"),
    .chunked("chunk of 2^64 - 1", "FFFFFFFFFFFFFFFF\r\nabc", 413, "body_too_large"),
    .chunked("endless chunk size", String(repeating: "0", count: 5000), 400, "malformed_request"),
    .chunked(
      "endless trailers", "0\r\n" + String(repeating: "A: b\r\n", count: 5000), 431, "headers_too_large"),
    Case(
      "header field of 64 KB",
      "GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 65_536))\r\n\r\n",
      431, "headers_too_large"),
    Case(
      "header field without end", "GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 20_000))",
      431,
      "headers_too_large"),
    Case(
      "1,000 header fields", "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 1000))\r\n",
      431, "headers_too_large"),
    Case(
      "target of 64 KB", "GET /\(String(repeating: "a", count: 65_536)) HTTP/1.1\r\nHost: x\r\n\r\n", 414,
      "target_too_long"),
    Case("method without end", String(repeating: "A", count: 20_000), 414, "target_too_long"),
    Case("field name with a space", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400, "malformed_request"),
    Case("control character", "GET / HTTP/1.1\r\nHost: x\r\nX: \u{1}\r\n\r\n", 400, "malformed_request"),
    Case("CR alone", "GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n", 400, "malformed_request"),
    Case("HTTP/0.9", "GET /\r\n", 400, "malformed_request"),
    Case("HTTP/1.2", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505, "unsupported_http_version"),
    Case("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "unsupported_http_version"),
    Case("a TLS client", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", 400, "malformed_request"),
    Case("no HTTP version", "GET / FTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed_request"),
  ]

  @Test("A malformed request gets one problem document, and the connection closes", arguments: cases)
  func malformedRequestGetsOneResponse(_ malformed: Case) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send(malformed.bytes)
      let response = try #require(try await client.response())
      #expect(response.status == malformed.status)
      #expect(response.fields["Content-Type"] == "application/problem+json")
      #expect(response.text.contains("\"code\":\"\(malformed.code)\""))
      #expect(response.fields["Connection"] == "close")
      #expect(response.fields["Date"] != nil)
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test("A malformed request on a reused connection gets one response too", arguments: [cases[0], cases[12]])
  func malformedSecondRequestGetsOneResponse(_ malformed: Case) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("GET /good HTTP/1.1\r\nHost: x\r\n\r\n\(malformed.bytes)")
      #expect(try await client.response()?.status == 200)
      #expect(try await client.response()?.status == malformed.status)
      #expect(await client.readToEnd() == [])
      #expect(server.served == ["/good"])
    }
  }

  @Test("A client that is still sending a body reads the reason of the refusal")
  func refusalReachesClientThatIsSending() async throws {
    try await withServer {
      $0.maximumBodyBytes = 1000
    } _: { server in
      let client = try server.client()
      await client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n\(String(repeating: "a", count: 200_000))"
      )
      #expect(try await client.response()?.status == 413)
      #expect(await client.readToEnd() == [])
    }
  }

  @Test("The refuser gets the method and path that could be read")
  func refuserSeesWhatCouldBeRead() async throws {
    let seen = Monitor<[String]>([])
    let transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let address = try transport.start(LoopbackServer.echo, admitter: nil) { request, problem in
      seen.withLock { $0.append("\(request.method) \(request.path) \(problem.code)") }
      return problem.response(traceID: "")
    }
    for bytes in [
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n", "GET /b HTTP/1.2\r\n", "\u{16}",
    ] {
      let client = try RawClient(to: address)
      await client.send(bytes)
      _ = try await client.response()
    }
    await transport.drain(timeout: .zero)
    #expect(
      seen.withLock { $0 } == [
        "POST /a ambiguous_framing", "GET /b unsupported_http_version", "- - malformed_request",
      ])
  }

  @Test("One empty line before a request is ignored, two are refused (RFC 9112 §2.2)")
  func emptyLinesBeforeRequest() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.fields["X-Path"] == "/a")
      #expect(try await client.response()?.fields["X-Path"] == "/b")
      let other = try server.client()
      await other.send("\r\n\r\nGET /c HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await other.response()?.status == 400)
      #expect(server.served == ["/a", "/b"])
    }
  }

  @Test("A header that arrives byte by byte is read like one that arrives at once")
  func headInPieces() async throws {
    try await withServer {
      $0.headerTimeout = WaitLimit.limit
    } _: { server in
      let client = try server.client()
      for byte
        in "\r\nPOST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: u\r\n\r\n"
        .utf8
      {
        await client.send([byte])
      }
      let response = try #require(try await client.response())
      #expect(response.fields["X-Path"] == "/a")
      #expect(response.text == "abc")
    }
  }
}
