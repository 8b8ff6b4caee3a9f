import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Targets, hosts and methods on the wire", .timeLimit(.minutes(5)))
struct TargetTests {
  /// A router behind the listener, as in the server.
  static let responder: HTTPResponder = {
    var router = Router()
    router.on(.get, "/v1/user") { _ in .text("user") }
    router.on(.get, "/v1/things/{id}") { request in .text(request.pathParameters["id"] ?? "") }
    router.on(.get, "/files/{path...}") { request in .text(request.pathParameters["path"] ?? "") }
    let service = HTTPService(router: router)
    return { await service.respond(to: $0) }
  }()

  @Test(
    "An ambiguous path is refused",
    arguments: [
      "/v1/../v1/user", "/v1/%2e%2e/v1/user", "/v1/%2E./user", "/./v1/user", "/files/..", "/files/a/../b",
      "/v1%2fuser", "/v1%2Fuser", "/files/a%2f..%2fb", "/files/a%5cb", "/files/a\\b", "/v1/things/%00",
      "/v1/things/a%00b", "/v1/things/%0d%0a", "/v1/things/%ff", "/v1/things/%c0%af", "/v1/things/%ed%a0%80",
      "/v1/things/%", "/v1/things/%4", "/v1/things/%zz", "/v1/things/%u0041",
    ])
  func ambiguousPath(_ path: String) async throws {
    try await withServer(responder: Self.responder) { server in
      let client = try server.client()
      await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.status == 400)
    }
  }

  @Test("Bytes other than visible ASCII are refused", arguments: [0xff, 0x80, 0xc3, 0x7f, 0x01])
  func rawBytes(_ byte: UInt8) async throws {
    try await withServer(responder: Self.responder) { server in
      let client = try server.client()
      await client.send(Array("GET /v1/things/a".utf8) + [byte] + Array(" HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      #expect(try await client.response()?.status == 400)
      #expect(server.served.isEmpty)
    }
  }

  @Test("Invalid UTF-8 in a header field is refused")
  func invalidUTF8Header() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send(Array("GET / HTTP/1.1\r\nHost: x\r\nX-Name: a".utf8) + [0xc3, 0x28, 13, 10, 13, 10])
      #expect(try await client.response()?.status == 400)
      #expect(server.served.isEmpty)
    }
  }

  @Test("An escaped path is decoded once")
  func decodedOnce() async throws {
    try await withServer(responder: Self.responder) { server in
      let client = try server.client()
      await client.send("GET /v1/things/a%20%252e%C3%A9 HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.text == "a %2eé")
    }
  }

  @Test(
    "The query is separate from the path and not decoded", arguments: ["a=1&b=%2f", "", "a?b", "x=../.."])
  func query(_ query: String) async throws {
    try await withServer(responder: {
      .text("\($0.path)|\($0.query ?? "none")")
    }) { server in
      let client = try server.client()
      await client.send("GET /p?\(query) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.text == "/p|\(query)")
    }
  }

  @Test("HEAD has the length of GET and no body")
  func head() async throws {
    try await withServer(responder: Self.responder) { server in
      let client = try server.client()
      await client.send("HEAD /v1/user HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/user HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try #require(try await client.response(toHEAD: true))
      #expect(head.status == 200)
      #expect(head.fields["Content-Length"] == "4")
      // The next bytes are the next response, so no body was sent.
      #expect(try await client.response()?.text == "user")
    }
  }

  @Test("OPTIONS returns the allowed methods of a path and of the server")
  func options() async throws {
    try await withServer(responder: Self.responder) { server in
      let client = try server.client()
      await client.send("OPTIONS /v1/user HTTP/1.1\r\nHost: x\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
      let one = try #require(try await client.response())
      #expect(one.status == 204)
      #expect(one.fields["Allow"] == "GET, HEAD, OPTIONS")
      #expect(try await client.response()?.status == 204)
    }
  }

  @Test("An unsupported method is 405 with Allow", arguments: ["POST", "DELETE", "TRACE", "BREW"])
  func methodNotAllowed(_ method: String) async throws {
    try await withServer(responder: Self.responder) { server in
      let client = try server.client()
      await client.send("\(method) /v1/user HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      let response = try #require(try await client.response())
      #expect(response.status == 405)
      #expect(response.fields["Allow"] == "GET, HEAD, OPTIONS")
    }
  }

  @Test(
    "A request must have one well-formed Host (RFC 9112 §3.2)",
    arguments: [
      "", "Host: a\r\nHost: a\r\n", "Host: a\r\nHost: b\r\n", "Host:\r\n", "Host: a b\r\n", "Host: a/b\r\n",
      "Host: user@a\r\n", "Host: a,b@c\r\n",
    ])
  func badHost(_ fields: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.1\r\n\(fields)\r\n")
      #expect(try await client.response()?.status == 400)
      #expect(server.served.isEmpty)
    }
  }

  @Test(
    "The absolute form is split, and its authority replaces Host (RFC 9112 §3.2.2)",
    arguments: [
      "http://b.example:81/p?q=1", "HTTP://b.example:81/p?q=1",
    ])
  func absoluteForm(_ target: String) async throws {
    try await withServer(responder: {
      .text("\($0.fields["Host"] ?? "")|\($0.path)|\($0.query ?? "")|\($0.targetOrigin ?? "")")
    }) { server in
      let client = try server.client()
      await client.send("GET \(target) HTTP/1.1\r\nHost: a.example\r\n\r\n")
      #expect(try await client.response()?.text == "b.example:81|/p|q=1|http://b.example:81")
    }
  }

  @Test(
    "Other forms of the target are refused",
    arguments: [
      "GET v1/user", "GET *", "CONNECT a.example:443", "GET ftp://a.example/", "GET http://", "GET http:///p",
      "GET http://u@a.example/p", "GET /p#fragment",
    ])
  func otherForms(_ start: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("\(start) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.status == 400)
      #expect(server.served.isEmpty)
    }
  }

  @Test("HTTP/1.0 is answered, and the connection closes; Host is optional")
  func http10() async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try await client.response()?.status == 200)
      #expect(await client.readToEnd() == [])
    }
  }

  @Test(
    "Other versions are refused (RFC 9110 §15.6.6)",
    arguments: ["HTTP/0.9", "HTTP/1.2", "HTTP/1.9", "HTTP/2.0", "HTTP/3.0"])
  func otherVersions(_ version: String) async throws {
    try await withServer { server in
      let client = try server.client()
      await client.send("GET / \(version)\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.status == 505)
      #expect(server.served.isEmpty)
    }
  }

  @Test("Pipelined requests are all answered, in order")
  func pipelining() async throws {
    try await withServer { server in
      let client = try server.client()
      let requests = (0..<50).map { index in
        index % 3 == 0
          ? "POST /\(index) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
          : "GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n"
      }
      await client.send(requests.joined())
      for index in 0..<50 {
        #expect(try await client.response()?.fields["X-Path"] == "/\(index)")
      }
    }
  }

  /// Requests that are received at once are answered in a loop, so their number does not use up the stack.
  @Test func manyPipelinedRequestsAreAnswered() async throws {
    try await withServer { server in
      let client = try server.client()
      let count = 5000
      await client.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: count))
      for _ in 0..<count { #expect(try await client.response()?.fields["X-Path"] == "/a") }
    }
  }
}
