import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Foundation
import Testing

@Suite("Requests with a larger body") struct LargeBodyTests {
  private func settings(_ configuration: inout SocketTransportConfiguration) {
    configuration.maximumBodyBytes = 100
    var large = LargeBodySettings(maximumBytes: 1000) { $0.method == .put && $0.path == "/photo" }
    large.maximumCountPerNetwork = 2
    // Longer than a loaded machine pauses a test.
    large.stepTimeout = .seconds(60)
    configuration.largeBodies = large
  }

  private func head(_ line: String, _ length: Int) -> String {
    "\(line) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n"
  }

  private func text(_ length: Int) -> String { String(repeating: "a", count: length) }

  @Test(
    "The limit depends on method and path",
    arguments: [
      ("PUT /photo", 1000, 200), ("PUT /photo", 1001, 413), ("POST /photo", 101, 413),
      ("PUT /photos", 101, 413),
      ("PUT /photo?x", 1000, 200),
    ])
  func limit(_ line: String, _ length: Int, _ status: Int) async throws {
    try await withServer(settings) { server in
      let client = try server.client()
      await client.send(head(line, length) + text(length))
      #expect(try await client.response()?.status == status)
    }
  }

  @Test("Chunked bodies have the same limit", arguments: [(1000, 200), (1001, 413)])
  func chunks(_ length: Int, _ status: Int) async throws {
    try await withServer(settings) { server in
      let client = try server.client()
      await client.send("PUT /photo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      await client.send("\(String(length, radix: 16))\r\n\(text(length))\r\n0\r\n\r\n")
      #expect(try await client.response()?.status == status)
    }
  }

  @Test("A network has a limit of unfinished large bodies, and small bodies are not counted")
  func count() async throws {
    try await withServer(settings) { server in
      var waiting: [RawClient] = []
      for _ in 0..<2 {
        let client = try server.client()
        await client.send(head("PUT /photo", 500) + text(110))
        waiting.append(client)
      }
      let third = try server.client()
      // The other bodies may not have been counted yet.
      var status: Int?
      for _ in 0..<100 where status != 503 {
        let client = try server.client()
        await client.send(head("PUT /photo", 500) + text(500))
        status = try await client.response()?.status
      }
      #expect(status == 503)
      await third.send(head("PUT /photo", 100) + text(100))
      #expect(try await third.response()?.status == 200)
      for client in waiting {
        await client.send(text(390))
        #expect(try await client.response()?.status == 200)
      }
      let fourth = try server.client()
      await fourth.send(head("PUT /photo", 500) + text(500))
      #expect(try await fourth.response()?.status == 200)
    }
  }

  @Test("Behind a trusted proxy, the networks of the clients are counted, not that of the proxy")
  func proxy() async throws {
    func settings(_ configuration: inout SocketTransportConfiguration) {
      self.settings(&configuration)
      let proxies = ["127.0.0.0/8", "::1/128"].compactMap { IPNetwork($0) }
      configuration.unlimitedNetworks = proxies
      configuration.largeBodies?.clientAddress = ClientAddressPolicy(trustedProxies: proxies)
    }
    func head(_ client: String) -> String {
      "PUT /photo HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(client)\r\nContent-Length: 500\r\n\r\n"
    }
    try await withServer(settings) { server in
      var waiting: [RawClient] = []
      for _ in 0..<2 {
        let client = try server.client()
        await client.send(head("203.0.113.7") + text(110))
        waiting.append(client)
      }
      // The other bodies may not have been counted yet.
      var status: Int?
      for _ in 0..<100 where status != 503 {
        let client = try server.client()
        await client.send(head("198.51.100.9, 203.0.113.7") + text(500))
        status = try await client.response()?.status
      }
      #expect(status == 503)
      let other = try server.client()
      await other.send(head("198.51.100.9") + text(500))
      #expect(try await other.response()?.status == 200)
      withExtendedLifetime(waiting) {}
    }
  }

  @Test("A client that leaves gives its place back")
  func leaving() async throws {
    try await withServer(settings) { server in
      for _ in 0..<20 {
        let client = try server.client()
        await client.send(head("PUT /photo", 500) + text(110))
        client.finishWriting()
        #expect(await client.readToEnd() == [])
      }
      let client = try server.client()
      await client.send(head("PUT /photo", 500) + text(500))
      #expect(try await client.response()?.status == 200)
    }
  }

  @Test("A body is counted after its first bytes have arrived, so that a head holds no place")
  func firstBytes() async throws {
    try await withServer(settings) { server in
      var waiting: [RawClient] = []
      for length in [0, 10, 100, 100] {
        let client = try server.client()
        await client.send(head("PUT /photo", 500) + text(length))
        waiting.append(client)
      }
      let chunked = try server.client()
      await chunked.send("PUT /photo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\na\r\n")
      for _ in 0..<20 {
        let client = try server.client()
        await client.send(head("PUT /photo", 500) + text(500))
        #expect(try await client.response()?.status == 200)
      }
      withExtendedLifetime(waiting + [chunked]) {}
    }
  }

  @Test("A large body that arrives too slowly loses its place", arguments: [false, true])
  func rate(_ isChunked: Bool) async throws {
    func settings(_ configuration: inout SocketTransportConfiguration) {
      self.settings(&configuration)
      configuration.largeBodies?.stepTimeout = .milliseconds(50)
    }
    try await withServer(settings) { server in
      let client = try server.client()
      if isChunked {
        await client.send("PUT /photo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        await client.send("1f4\r\n\(text(150))")
      } else {
        await client.send(head("PUT /photo", 500) + text(150))
      }
      // The limit for the whole body is two minutes.
      #expect(await client.readToEnd() == [])
      let next = try server.client()
      await next.send(head("PUT /photo", 500) + text(500))
      #expect(try await next.response()?.status == 200)
    }
  }
}
