import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOutgoingHTTP
import DoorwardSockets
import DoorwardThreads
import Testing

@Suite("Outgoing requests", .timeLimit(.minutes(5)))
struct OutgoingHTTPTests {
  private static func client(_ change: (inout OutgoingHTTPConfiguration) -> Void = { _ in })
    -> OutgoingHTTPClient
  {
    var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
    configuration.timeout = WaitLimit.limit
    configuration.connectTimeout = WaitLimit.limit
    change(&configuration)
    return OutgoingHTTPClient(configuration)
  }

  private func error(_ code: OutgoingHTTPError.Code) -> OutgoingHTTPError {
    OutgoingHTTPError(code, "")
  }

  @Test("Requests and responses are transferred unchanged")
  func roundTrip() async throws {
    try await withServer(responder: { request in
      let seen = ["Content-Type", "X-One", "User-Agent", "Expect", "Accept-Encoding", "Content-Length"]
        .map { "\($0)=\(request.fields[$0] ?? "-")" }
      return HTTPResponse(
        status: 201, fields: ["X-Seen": seen.joined(separator: ","), "Content-Type": "application/json"],
        body: Array("\(request.method) \(request.path)?\(request.query ?? "") ".utf8) + request.body)
    }) { server in
      let response = try await Self.client().send(
        OutgoingRequest(
          method: .post, url: server.url("/rpc?a=%2F"),
          fields: ["Content-Type": "application/json", "X-One": "1", "Content-Length": "99"],
          body: Array("{}".utf8)))
      #expect(response.status == 201)
      #expect(String(decoding: response.body, as: UTF8.self) == "POST /rpc?a=%2F {}")
      #expect(response.fields["content-type"] == "application/json")
      let seen =
        "Content-Type=application/json,X-One=1,User-Agent=Doorward,Expect=-,Accept-Encoding=-,Content-Length=2"
      #expect(response.fields["X-Seen"] == seen)
    }
  }

  @Test("The defaults are 5 seconds, 200,000 bytes and public addresses (case 22)")
  func defaults() async throws {
    let configuration = OutgoingHTTPConfiguration()
    #expect(configuration.timeout == .seconds(5) && configuration.connectTimeout == .seconds(5))
    #expect(!configuration.allowPrivateAddresses && configuration.proxy == .none)
    for (bytes, isAccepted) in [(200_000, true), (200_001, false)] {
      try await withServer(responder: { _ in
        HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: bytes))
      }) { server in
        let answer = try? await Self.client().send(OutgoingRequest(url: server.url("/")))
        #expect((answer != nil) == isAccepted)
      }
    }
  }

  @Test(
    "Every method is sent, with and without a body",
    arguments: [
      (HTTPMethod.get, ""), (.post, ""), (.post, "a"), (.put, "a"), (.patch, "a"), (.delete, ""),
      (.delete, "a"), (.options, ""),
    ])
  func methods(_ method: HTTPMethod, _ body: String) async throws {
    try await withServer { server in
      let response = try await Self.client().send(
        OutgoingRequest(method: method, url: server.url("/"), body: Array(body.utf8)))
      #expect(response.status == 200)
      #expect(response.fields["X-Method"] == method.rawValue)
      #expect(response.body == Array(body.utf8))
    }
  }

  @Test("A response to HEAD has no body")
  func head() async throws {
    try await withServer(responder: { _ in .text("four") }) { server in
      let response = try await Self.client().send(OutgoingRequest(method: .head, url: server.url("/")))
      #expect(response.status == 200)
      #expect(response.fields["Content-Length"] == "4")
      #expect(response.body.isEmpty)
    }
  }

  @Test("A binary body with NUL bytes is transferred completely")
  func binary() async throws {
    try await withServer { server in
      let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      let response = try await Self.client().send(
        OutgoingRequest(method: .post, url: server.url("/"), body: body))
      #expect(response.body == body)
    }
  }

  @Test(
    "A private address is refused in every spelling",
    arguments: [
      "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]", "localhost",
      "0.0.0.0", "[::]",
    ])
  func privateAddress(_ host: String) async throws {
    try await withServer { server in
      let client = OutgoingHTTPClient()
      await #expect(throws: error(.privateAddress)) {
        try await client.send(OutgoingRequest(url: "http://\(host):\(server.address.port)/"))
      }
      #expect(server.served.isEmpty)
    }
  }

  @Test(
    "Metadata, private and shared addresses are refused before a packet is sent",
    arguments: [
      "169.254.169.254", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "198.18.0.1",
      "[fd00:ec2::254]", "[fe80::1]",
      "[64:ff9b::a9fe:a9fe]",
    ])
  func privateRanges(_ host: String) async throws {
    await #expect(throws: error(.privateAddress)) {
      try await OutgoingHTTPClient().send(OutgoingRequest(url: "http://\(host)/latest/meta-data/"))
    }
  }

  @Test("A redirect is returned and not followed", arguments: [301, 302, 303, 307, 308])
  func redirect(_ status: Int) async throws {
    try await withServer { server in
      try await withServer(responder: { _ in .redirect(server.url("/stolen"), status: status) }) {
        redirecting in
        let response = try await Self.client().send(OutgoingRequest(url: redirecting.url("/")))
        #expect(response.status == status)
        #expect(response.fields["Location"] == server.url("/stolen"))
      }
      #expect(server.served.isEmpty)
    }
  }

  @Test("A response above the size limit is refused, with and without a length; one at the limit is not")
  func tooLarge() async throws {
    try await withServer(responder: { request in
      HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: request.path == "/cap" ? 1000 : 1001))
    }) { server in
      let client = Self.client { $0.maximumResponseBytes = 1000 }
      let response = try await client.send(OutgoingRequest(url: server.url("/cap")))
      #expect(response.body.count == 1000)
      await #expect(throws: error(.responseTooLarge)) {
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
    let client = Self.client { $0.maximumResponseBytes = 50_000 }
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
      let client = Self.client { if !isLimitOfRequest { $0.timeout = .milliseconds(100) } }
      let limit: Duration? = isLimitOfRequest ? .milliseconds(100) : nil
      await #expect(throws: error(.timedOut)) {
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
    await #expect(throws: error(.timedOut)) {
      try await Self.client().send(OutgoingRequest(url: peer.url, timeout: .milliseconds(300)))
    }
  }

  @Test(
    "Other schemes are refused",
    arguments: [
      "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/",
      "ldap://127.0.0.1/", "smb://127.0.0.1/",
      "ws://127.0.0.1/", "javascript:alert(1)",
    ])
  func schemes(_ url: String) async {
    let refused = await #expect(throws: OutgoingHTTPError.self) {
      try await Self.client().send(OutgoingRequest(url: url))
    }
    #expect(refused?.code == .unsupportedScheme || refused?.code == .invalidURL)
  }

  @Test(
    "A malformed URL, or one with a user, is refused",
    arguments: [
      "", "127.0.0.1", "//127.0.0.1/", "/path", "http://", "http:///path", "http://user@127.0.0.1/",
      "http://user:secret@127.0.0.1/",
      "http://127.0.0.1:99999/", "http://127.0.0.1:x/", "http://a b/", "http://127.0.0.1/\0",
      "http://127.0.0.1/\r\nX: y", "http://[::1/",
    ])
  func malformedURLs(_ url: String) async {
    let refused = await #expect(throws: OutgoingHTTPError.self) {
      try await Self.client().send(OutgoingRequest(url: url))
    }
    #expect(refused?.code == .invalidURL || refused?.code == .unsupportedScheme)
    #expect(refused?.reason.contains("secret") == false)
  }

  @Test("A refused connection, an unknown name and an answer that is not HTTP have different codes")
  func failures() async throws {
    let address = TestSocket.hasLoopbackNetwork ? IPAddress(v4: 127, 0, 0, 79) : .loopback
    let server = try LoopbackServer(on: SocketAddress(address: address, port: 0))
    await server.transport.drain(timeout: .zero)
    await #expect(throws: error(.cannotConnect)) {
      try await Self.client().send(OutgoingRequest(url: server.url("/")))
    }
    await #expect(throws: error(.cannotResolve)) {
      try await Self.client().send(OutgoingRequest(url: "http://no-such-host.invalid/"))
    }
    let peer = try ScriptedPeer { _ = $0.send("SSH-2.0-OpenSSH\r\n\r\n") }
    await #expect(throws: error(.transferFailed)) {
      try await Self.client().send(OutgoingRequest(url: peer.url))
    }
  }

  @Test(
    "A response that ends within its header is an error",
    arguments: ["HTTP/1.1 200 OK\r\nCont", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 200 OK"])
  func partialHead(_ head: String) async throws {
    let peer = try ScriptedPeer { _ = $0.readRequest() && $0.send(head) }
    await #expect(throws: error(.transferFailed)) {
      try await Self.client().send(OutgoingRequest(url: peer.url))
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
      await #expect(throws: error(.tlsFailure)) {
        try await Self.client().send(OutgoingRequest(url: "https://\(server.address)/"))
      }
      #expect(server.served.isEmpty)
    }
  }

  @Test("Cancelling the task cancels the transfer")
  func cancellation() async throws {
    let gate = Gate("the handler")
    try await withServer(responder: { _ in
      await gate.pass()
      return .noContent
    }) { server in
      let client = Self.client { $0.timeout = .seconds(60) }
      let task = Task { try await client.send(OutgoingRequest(url: server.url("/"))) }
      try await gate.arrivals(1)
      task.cancel()
      await #expect(throws: error(.cancelled)) { try await task.value }
      // One request is cancelled before it starts; the next one must succeed.
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.send(OutgoingRequest(url: server.url("/")))
      }
      await #expect(throws: error(.cancelled)) { try await early.value }
      await gate.open()
      let response = try await client.send(OutgoingRequest(url: server.url("/")))
      #expect(response.status == 204)
    }
  }

  @Test("A connection is reused")
  func reuse() async throws {
    let peers = Monitor<Set<Int>>([])
    let peer = try ScriptedPeer { connection in
      _ = peers.withLock { $0.insert(connection.number) }
      while connection.readRequest() {
        _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let client = Self.client()
    for _ in 0..<10 { #expect(try await client.send(OutgoingRequest(url: peer.url)).status == 200) }
    #expect(peers.withLock { $0.count } == 1)
  }

  @Test("Requests run in parallel up to the limit; further ones wait")
  func concurrency() async throws {
    let running = Monitor((now: 0, most: 0))
    try await withServer(responder: { request in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      await Task.yield()
      running.withLock { $0.now -= 1 }
      return .text(request.path)
    }) { server in
      let client = Self.client {
        $0.maximumConcurrentRequests = 5
        $0.timeout = .seconds(30)
      }
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<300 {
          group.addTask {
            let response = try await client.send(OutgoingRequest(url: server.url("/\(index)")))
            return String(decoding: response.body, as: UTF8.self) == "/\(index)"
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      #expect(running.withLock { $0.most } <= 5)
    }
  }

  @Test("A request that waits too long, or for which the queue is full, fails with its own error")
  func overload() async throws {
    let gate = Gate("the handler")
    try await withServer(responder: { _ in
      await gate.pass()
      return .noContent
    }) { server in
      let client = Self.client {
        $0.maximumConcurrentRequests = 1
        $0.maximumWaitingRequests = 1
        $0.timeout = .seconds(60)
      }
      let first = Task { try await client.send(OutgoingRequest(url: server.url("/"))) }
      try await gate.arrivals(1)
      await #expect(throws: error(.timedOut)) {
        try await client.send(OutgoingRequest(url: server.url("/"), timeout: .milliseconds(50)))
      }
      // Two at once, and the queue has one place: one of them is refused, or they never overlapped.
      async let second = Self.outcome(client, server)
      async let third = Self.outcome(client, server)
      let outcomes = await [second, third]
      #expect(outcomes.contains(.overloaded))
      await gate.open()
      let response = try await first.value
      #expect(response.status == 204)
    }
  }

  /// The error of a request that waits for up to two seconds behind another one.
  private static func outcome(_ client: OutgoingHTTPClient, _ server: LoopbackServer) async
    -> OutgoingHTTPError.Code?
  {
    do {
      _ = try await client.send(OutgoingRequest(url: server.url("/"), timeout: .seconds(2)))
      return nil
    } catch {
      return error.code
    }
  }

  @Test("A proxy is used only if it is configured")
  func proxy() async throws {
    try await withServer(responder: { .text("\($0.fields["Host"] ?? "") \($0.path)") }) { proxy in
      let client = OutgoingHTTPClient(
        {
          var configuration = OutgoingHTTPConfiguration()
          configuration.timeout = WaitLimit.limit
          configuration.proxy = .url("http://\(proxy.address)")
          return configuration
        }())
      let response = try await client.send(OutgoingRequest(url: "http://somewhere.invalid/path"))
      #expect(String(decoding: response.body, as: UTF8.self) == "somewhere.invalid /path")
    }
  }

  @Test("A released client ends after its last request")
  func lifetime() async throws {
    try await withServer { server in
      for _ in 0..<20 {
        let response = try await Self.client().send(OutgoingRequest(url: server.url("/")))
        #expect(response.status == 200)
      }
    }
  }
}
