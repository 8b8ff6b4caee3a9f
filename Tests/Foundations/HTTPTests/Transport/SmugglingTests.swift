import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

/// Requests that two parsers may read differently (RFC 9112 §11.2). However the first request is parsed, the request
/// hidden behind it must never be served.
@Suite("Request smuggling", .timeLimit(.minutes(5)))
struct SmugglingTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let head: String
    let body: String
    let status: Int

    init(_ name: String, _ head: String, body: String = "", status: Int = 400) {
      testDescription = name
      self.head = head
      self.body = body
      self.status = status
    }
  }

  static let hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"

  static let attacks = [
    Attack("CL.CL, different", "Content-Length: 0\r\nContent-Length: 36\r\n"),
    Attack("CL.CL, the same", "Content-Length: 0\r\nContent-Length: 0\r\n"),
    Attack("CL list", "Content-Length: 0, 36\r\n"),
    Attack("CL.TE", "Content-Length: 40\r\nTransfer-Encoding: chunked\r\n", body: "0\r\n\r\n"),
    Attack("TE.CL", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", body: "0\r\n\r\n"),
    Attack("TE.TE", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", body: "0\r\n\r\n"),
    Attack("TE twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", body: "0\r\n\r\n"),
    Attack("TE list", "Transfer-Encoding: gzip, chunked\r\n", body: "0\r\n\r\n", status: 501),
    Attack("TE unknown", "Transfer-Encoding: xchunked\r\n", body: "0\r\n\r\n", status: 501),
    Attack("TE quoted", "Transfer-Encoding: \"chunked\"\r\n", body: "0\r\n\r\n", status: 501),
    Attack("TE folded", "Transfer-Encoding:\r\n chunked\r\n", body: "0\r\n\r\n"),
    Attack("CL folded", "Content-Length:\r\n 36\r\n"),
    Attack("any field folded", "X-Any: a\r\n b\r\n"),
    Attack("first field folded", " X-Any: a\r\n"),
    Attack("space before the colon of TE", "Transfer-Encoding : chunked\r\n", body: "0\r\n\r\n"),
    Attack("tab before the colon of CL", "Content-Length\t: 36\r\n"),
    Attack("no name", ": chunked\r\n"),
    Attack("no colon", "Transfer-Encoding chunked\r\n"),
    Attack("vertical tab in TE", "Transfer-Encoding: \u{b}chunked\r\n", body: "0\r\n\r\n"),
    Attack("bare CR in a value", "X-Any: a\rContent-Length: 36\r\n"),
    Attack("bare LF after a field", "X-Any: a\nX-Other: b\r\n"),
    Attack("bare LF before TE", "X-Any: a\nTransfer-Encoding: chunked\r\n", body: "0\r\n\r\n"),
    Attack("NUL in a value", "X-Any: a\0b\r\n"),
    Attack("NUL in a name", "X-A\0ny: a\r\n"),
    Attack("NUL at the start of a line", "X-Any: a\r\n\0X-Other: b\r\n"),
    Attack("NUL after CL", "Content-Length: 0\0\r\n"),
    Attack("negative CL", "Content-Length: -1\r\n"),
    Attack("signed CL", "Content-Length: +36\r\n"),
    Attack("hexadecimal CL", "Content-Length: 0x24\r\n"),
    Attack("empty CL", "Content-Length: \r\n"),
    Attack("CL beyond 64 bits", "Content-Length: 18446744073709551652\r\n", status: 413),
  ]

  @Test("Ambiguous framing is refused, and the connection closes", arguments: attacks)
  func refused(_ attack: Attack) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("POST /first HTTP/1.1\r\nHost: x\r\n\(attack.head)\r\n\(attack.body)\(Self.hidden)")
      #expect(try await client.response()?.status == attack.status)
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test("HTTP/1.0 has no transfer codings (RFC 9112 §6.1)")
  func transferEncodingInHTTP10() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send(
        "POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(Self.hidden)"
      )
      #expect(try await client.response()?.status == 400)
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test(
    "An ambiguous request line is refused",
    arguments: [
      "GET  / HTTP/1.1", "GET / HTTP/1.1 ", "GET /a b HTTP/1.1", "GET\t/ HTTP/1.1", "GET /\0 HTTP/1.1",
      "G\0ET / HTTP/1.1", "GET / HTTP/1.1\0", "GET /", "GET", "GET / http/1.1", "GET / HTTP/1.",
      " GET / HTTP/1.1",
    ])
  func requestLine(_ line: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("\(line)\r\nHost: x\r\n\r\n\(Self.hidden)")
      #expect(try await client.response()?.status == 400)
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test(
    "A line feed without carriage return does not end a line",
    arguments: ["GET / HTTP/1.1\nHost: x\n\n", "GET / HTTP/1.1\nHost: x\r\n\r\n"])
  func bareLineFeeds(_ request: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send(request + Self.hidden)
      #expect(try await client.response()?.status == 400)
      #expect(await client.readToEnd() == [])
      #expect(server.served.isEmpty)
    }
  }

  @Test(
    "Bytes after a chunked body are never read as a request",
    arguments: [
      "3\r\nabc\r\n0\r\n\r\n", "3\nabc\n0\n\n", "3;x=\"\r\n\"\r\nabc\r\n0\r\n\r\n", "0\r\nX: y\r\n\r\n",
    ])
  func afterChunks(_ body: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send(
        "POST /first HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)\(Self.hidden)")
      let response = try #require(try await client.response())
      #expect(response.fields["Connection"]?.lowercased() == "close")
      #expect(await client.readToEnd() == [])
      #expect(server.served == ["/first"] || response.status == 400)
      #expect(!server.served.contains("/hidden"))
    }
  }

  @Test("A refusal of the transport is a problem document")
  func problem() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nExpect: everything\r\n\r\n")
      let response = try #require(try await client.response())
      #expect(response.status == 417)
      #expect(response.fields["Content-Type"] == "application/problem+json")
      #expect(response.text.contains("\"code\":\"expectation_failed\""))
    }
  }
}
