import DoorwardHTTP
import DoorwardServer
import Encodings
import Testing

/// Requests that reach no route get a problem with security headers and a log line, and the connection closes.
@Suite struct TransportRefusalTests {
  @Test(
    "A malformed request gets a problem with security headers and a log line, and the connection closes",
    arguments: [
      (
        "POST /v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n", 400, "ambiguous_framing",
        "/v1/token"
      ),
      (
        "POST /v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400, "ambiguous_framing",
        "/v1/token"
      ),
      (
        "POST /v1/near/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400,
        "ambiguous_framing", "/v1/near/sign-in"
      ),
      (
        "POST /v1/near/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551616\r\n\r\n", 413,
        "body_too_large", "/v1/near/sign-in"
      ),
      (
        "POST /v1/near/sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400,
        "malformed_request", "/v1/near/sign-in"
      ),
      (
        "GET /v1/config HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431,
        "headers_too_large", "/v1/config"
      ),
      (
        "OPTIONS /v1/token HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: POST\r\n"
          + "Content-Length: +0\r\n\r\n", 400, "ambiguous_framing", "/v1/token"
      ),
      ("GET /v1/config HTTP/1.2\r\nHost: x\r\n\r\n", 505, "unsupported_http_version", "/v1/config"),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "unsupported_http_version", "-"),
      ("\u{16}\u{3}\u{1}", 400, "malformed_request", "-"),
    ])
  func malformedRequestIsAnsweredLoggedAndClosed(
    _ bytes: String, _ status: Int, _ code: String, _ path: String
  ) async throws {
    try await TestServer.run { server in
      let text = try await RawExchange.send(bytes, to: server.server.accountAddress)
      #expect(text.hasPrefix("HTTP/1.1 \(status) "))
      #expect(text.ranges(of: "HTTP/1.1 ").count == 1)
      let lowered = text.lowercased()
      #expect(
        lowered.contains("\r\ncontent-type: application/\(path == "/v1/token" ? "json" : "problem+json")\r\n")
      )
      for field in ["x-content-type-options: nosniff", "cache-control: no-store", "connection: close"] {
        #expect(lowered.contains("\r\n\(field)\r\n"), "\(field)")
      }
      let line = try #require(server.log.requests(path).first)
      #expect(line["status"] == .integer(status))
      #expect(line["code"] == .string(code))
      let trace = try #require(line["trace_id"]?.string)
      #expect(text.contains(trace))
    }
  }

  @Test("A target in absolute form must name this origin (RFC 9110 §7.4)")
  func absoluteTargetNamesOurOrigin() async throws {
    try await TestServer.run { server in
      let own = server.origin
      let wallet = "http://localhost:\(server.server.walletAddress.port)"
      let port = server.server.accountAddress.port
      for (target, status) in [
        ("\(own)/healthz", 200), ("http://evil.example/healthz", 421),
        ("https://127.0.0.1:\(port)/healthz", 421),
        ("http://127.0.0.1/healthz", 421), ("http://localhost:\(port)/healthz", 421),
        ("\(wallet)/healthz", 421),
      ] {
        let text = try await RawExchange.send(
          "GET \(target) HTTP/1.1\r\nHost: \(own.dropFirst(7))\r\nConnection: close\r\n\r\n",
          to: server.server.accountAddress)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(target)")
        #expect(status == 200 || text.contains("\"code\":\"misdirected_request\""))
      }
      for (target, status) in [("\(wallet)/healthz", 200), ("\(own)/healthz", 421)] {
        let text = try await RawExchange.send(
          "GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: server.server.walletAddress)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(target)")
      }
    }
  }
}
