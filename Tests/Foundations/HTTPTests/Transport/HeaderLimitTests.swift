import DoorwardHTTP
import DoorwardSockets
import Testing

@Suite("Limits of headers", .timeLimit(.minutes(5)))
struct HeaderLimitTests {
  @Test("100,000 header fields are refused, and the next client is served")
  func hundredThousandHeaders() async throws {
    try await withServer { server in
      let client = try server.client()
      let fields = String(repeating: "X-Many: 1\r\n", count: 100_000)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
      #expect(try await client.response()?.status == 431)
      #expect(server.served.isEmpty)
      let next = try server.client()
      await next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await next.response()?.status == 200)
    }
  }

  @Test(
    "The limit of header fields is exact", arguments: [(100, 200), (101, 431)])
  func count(_ count: Int, _ status: Int) async throws {
    try await withServer { server in
      let client = try server.client()
      let fields = String(repeating: "A: 1\r\n", count: count - 1)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
      #expect(try await client.response()?.status == status)
    }
  }

  @Test("A megabyte of one header field is refused")
  func megabyteHeader() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send(
        "GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(String(repeating: "a", count: 1 << 20))\r\n\r\n"
      )
      #expect(try await client.response()?.status == 431)
      #expect(server.served.isEmpty)
    }
  }

  @Test("The limit of header bytes is exact", arguments: [(4096, 200), (4097, 431)])
  func bytes(_ size: Int, _ status: Int) async throws {
    try await withServer {
      $0.maximumHeaderBytes = 4096
    } _: { server in
      let client = try server.client()
      let head = "GET / HTTP/1.1\r\nHost: x\r\nX-Long: "
      let padding = String(repeating: "a", count: size - head.utf8.count - 4)
      await client.send("\(head)\(padding)\r\n\r\n")
      #expect(try await client.response()?.status == status)
    }
  }

  @Test("An endless target is refused")
  func longTarget() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("GET /\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.status == 414)
      #expect(server.served.isEmpty)
    }
  }

  @Test("Thousands of query parameters within the limit are accepted")
  func manyParameters() async throws {
    try await withServer(responder: { .text("\($0.query?.utf8.count ?? 0)") }) { server in
      let client = try server.client()
      await client.send("GET /?\(String(repeating: "a&", count: 7_000)) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.text == "14000")
    }
  }
}
