import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Outgoing requests that fail", .timeLimit(.minutes(5)))
struct OutgoingFailureTests {
  @Test("A refused connection, an unknown name and an answer that is not HTTP have different codes")
  func failures() async throws {
    let address = TestSocket.hasLoopbackNetwork ? IPAddress(v4: 127, 0, 0, 79) : .loopback
    let server = try LoopbackServer(on: SocketAddress(address: address, port: 0))
    await server.transport.drain(timeout: .zero)
    await #expect(throws: OutgoingHTTPError(.cannotConnect, "")) {
      try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: server.url("/")))
    }
    await #expect(throws: OutgoingHTTPError(.cannotResolve, "")) {
      try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: "http://no-such-host.invalid/"))
    }
    let peer = try ScriptedPeer { _ = $0.send("SSH-2.0-OpenSSH\r\n\r\n") }
    await #expect(throws: OutgoingHTTPError(.transferFailed, "")) {
      try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: peer.url))
    }
  }

  @Test(
    "A response that ends within its header is an error",
    arguments: ["HTTP/1.1 200 OK\r\nCont", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 200 OK"])
  func partialHead(_ head: String) async throws {
    let peer = try ScriptedPeer { _ = $0.readRequest() && $0.send(head) }
    await #expect(throws: OutgoingHTTPError(.transferFailed, "")) {
      try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: peer.url))
    }
  }

  @Test(
    "The error text of libcurl distinguishes a TLS failure from a closed connection",
    arguments: [
      ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", true),
      ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", false),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to certificate.example:443 ", false),
      ("OpenSSL SSL_connect: Connection reset by peer in connection to a.example:443 ", false),
      ("Failed to connect to tls.example port 443 after 0 ms: Couldn't connect to server", false),
    ])
  func sentenceOfTLS(_ sentence: String, _ isOfTLS: Bool) {
    #expect(TransferFailure.tellsOfTLS(sentence) == isOfTLS)
  }

  @Test("An https URL uses TLS, and a peer without TLS is refused")
  func tls() async throws {
    try await withServer { server in
      await #expect(throws: OutgoingHTTPError(.tlsFailure, "")) {
        try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: "https://\(server.address)/"))
      }
      #expect(server.served.isEmpty)
    }
  }

  @Test("A response above the size limit is refused, with and without a length; one at the limit is not")
  func tooLarge() async throws {
    try await withServer(responder: { request in
      HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: request.path == "/cap" ? 1000 : 1001))
    }) { server in
      let client = OutgoingHTTPClient.loopback { $0.maximumResponseBytes = 1000 }
      let response = try await client.send(OutgoingRequest(url: server.url("/cap")))
      #expect(response.body.count == 1000)
      await #expect(throws: OutgoingHTTPError(.responseTooLarge, "")) {
        try await client.send(OutgoingRequest(url: server.url("/beyond")))
      }
    }
  }

  @Test(
    "A response without a length is cut off at the size limit",
    arguments: [
      "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n", "HTTP/1.1 200 OK\r\nX-Long: ",
    ])
  func endlessResponse(_ start: String) async throws {
    let peer = try ScriptedPeer { connection in
      _ = connection.send(start)
      while connection.send(String(repeating: "a", count: 10_000)) {}
    }
    let client = OutgoingHTTPClient.loopback { $0.maximumResponseBytes = 50_000 }
    do {
      _ = try await client.send(OutgoingRequest(url: peer.url))
      Issue.record("an endless response was accepted")
    } catch {
      // libcurl itself refuses an endless field line.
      #expect(error.code == .responseTooLarge || start.contains("X-Long") && error.code == .transferFailed)
    }
  }

  @Test("A request to a server that does not respond times out", arguments: [true, false])
  func tooSlow(_ isLimitOfRequest: Bool) async throws {
    let gate = Gate("the handler")
    try await withServer(responder: { _ in
      await gate.pass()
      return .noContent
    }) { server in
      let client = OutgoingHTTPClient.loopback { if !isLimitOfRequest { $0.timeout = .milliseconds(100) } }
      let limit: Duration? = isLimitOfRequest ? .milliseconds(100) : nil
      await #expect(throws: OutgoingHTTPError(.timedOut, "")) {
        try await client.send(OutgoingRequest(url: server.url("/"), timeout: limit))
      }
      await gate.open()
    }
  }

  @Test("A request to a server that sends single bytes times out too")
  func trickling() async throws {
    let peer = try ScriptedPeer { connection in
      _ = connection.readRequest() && connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      // A byte after each 10 ms in which the client has not closed.
      while !connection.isClosed(within: 10), connection.send("a") {}
    }
    await #expect(throws: OutgoingHTTPError(.timedOut, "")) {
      try await OutgoingHTTPClient.loopback().send(
        OutgoingRequest(url: peer.url, timeout: .milliseconds(300)))
    }
  }
}
