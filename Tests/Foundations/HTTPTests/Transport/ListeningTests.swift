import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Listening", .timeLimit(.minutes(5)))
struct ListeningTests {
  @Test("Port 0 gets a free port, which is returned")
  func ephemeralPort() async throws {
    try await withServer { server in
      #expect(server.address.port != 0)
      #expect(server.transport.boundAddress == server.address)
    }
  }

  @Test("Several listeners run in one process")
  func several() async throws {
    try await withServer(responder: { _ in .text("one") }) { first in
      try await withServer(responder: { _ in .text("two") }) { second in
        for (server, text) in [(first, "one"), (second, "two")] {
          let client = try server.client()
          await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
          #expect(try await client.response()?.text == text)
        }
      }
    }
  }

  @Test("A listener on IPv6 reports the client's IPv6 address")
  func ipv6() async throws {
    let loopback = try #require(SocketAddress("[::1]:0"))
    try await withServer(on: loopback, responder: { .text("\($0.peer)") }) { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.text == "::1")
    }
  }

  @Test("The peer is the client's address of the socket", .enabled(if: TestSocket.hasLoopbackNetwork))
  func peer() async throws {
    try await withServer(responder: { .text("\($0.peer)") }) { server in
      let source = try #require(IPAddress("127.0.0.9"))
      let client = try server.client(from: source)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.response()?.text == "127.0.0.9")
    }
  }

  @Test("An address in use is refused with its own code")
  func addressInUse() async throws {
    try await withServer { server in
      let second = SocketTransport(SocketTransportConfiguration(listen: server.address))
      let error = #expect(throws: HTTPError.self) { try second.start(LoopbackServer.echo) }
      #expect(error?.code == .addressInUse)
      #expect(error?.reason.contains("\(server.address)") == true)
    }
  }

  @Test("An address of another machine is refused with its own code")
  func foreignAddress() throws {
    let foreign = try #require(SocketAddress("192.0.2.1:0"))
    let transport = SocketTransport(SocketTransportConfiguration(listen: foreign))
    let error = #expect(throws: HTTPError.self) { try transport.start(LoopbackServer.echo) }
    #expect(error?.code == .cannotListen)
    #expect(error?.reason.contains("192.0.2.1") == true)
  }

  @Test("A transport starts only once")
  func startsOnce() async throws {
    try await withServer { server in
      #expect(throws: HTTPError(.alreadyStarted, "")) { try server.transport.start(LoopbackServer.echo) }
    }
    let drained = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    await drained.drain(timeout: .zero)
    #expect(throws: HTTPError(.alreadyStarted, "")) { try drained.start(LoopbackServer.echo) }
  }

  @Test("A client that connects to a bound address is answered after the start")
  func boundBeforeStart() async throws {
    let transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let address = try transport.bind()
    #expect(address.port != 0)
    #expect(transport.boundAddress == address)
    #expect(throws: HTTPError(.alreadyStarted, "")) { try transport.bind() }
    let client = try RawClient(to: address)
    await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try transport.start { _ in .text("started") } == address)
    #expect(try await client.response()?.text == "started")
    await transport.drain(timeout: .zero)
  }

  @Test("A bound address is free again after draining")
  func boundAndDrained() async throws {
    let bound = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let address = try bound.bind()
    await bound.drain(timeout: .zero)
    #expect(bound.boundAddress == nil)
    #expect(throws: HTTPError(.alreadyStarted, "")) { try bound.start(LoopbackServer.echo) }
    let next = SocketTransport(SocketTransportConfiguration(listen: address))
    #expect(try next.bind() == address)
    await next.drain(timeout: .zero)
  }
}
