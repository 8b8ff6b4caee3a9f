import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem
import Encodings
import Testing

/// A running server asks the range service about new passwords.
@Suite struct KnownPasswordTests {
  /// The SHA-1 hash of `TestCodes.password`.
  private static let digits = "95221"
  private static let suffix = "91546A94C89CBD8241F660F1780F86B68DB"

  /// Runs `body` with a server whose range service answers with `TestCodes.password`.
  private func withRangeService(
    _ passwords: JSONObject, _ body: (TestCodes, Monitor<[String]>) async throws -> Void
  ) async throws {
    let asked = Monitor<[String]>([])
    let service = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let address = try service.start { request in
      asked.withLock { $0.append(request.path) }
      return HTTPResponse(status: 200, body: Array("\(Self.suffix):42\r\n".utf8))
    }
    let range: JSONObject = ["range_url": .string("http://\(address)/range/")]
    do {
      try await TestServer.runWithMail(["passwords": .object(range.merging(patch: passwords))]) {
        try await body(TestCodes($0, $1), asked)
      }
    } catch {
      await service.drain(timeout: .zero)
      throw error
    }
    await service.drain(timeout: .zero)
  }

  @Test("A password that the range service lists is refused at the sign-up")
  func listedPassword() async throws {
    try await withRangeService(["range_allow_private_addresses": true]) { codes, asked async throws in
      let refused = try await codes.signUp("ada@example.com")
      #expect(refused.status == 422 && refused.code == "password_listed")
      #expect(asked.withLock { $0 } == ["/range/\(Self.digits)"])
      #expect(try await codes.signUp("ada@example.com", "a password in no breach").status == 202)
      #expect(asked.withLock { $0.count } == 2)
    }
  }

  @Test("A range service that fails refuses no password, and the log says so once")
  func failingService() async throws {
    try await TestServer.runWithMail(["passwords": ["range_url": "http://127.0.0.1:1/range/"]]) {
      server, mailbox in
      let codes = try TestCodes(server, mailbox)
      for name in ["ada", "bob"] {
        #expect(try await codes.signUp("\(name)@example.com").status == 202)
      }
      let lines = server.log.lines.filter { $0["message"]?.string?.hasPrefix("the range service") == true }
      #expect(lines.count == 1)
    }
  }

  @Test("A range service with a private address is not asked unless the operator allows it")
  func privateAddress() async throws {
    try await withRangeService([:]) { codes, asked async throws in
      #expect(try await codes.signUp("ada@example.com").status == 202)
      #expect(asked.withLock { $0 } == [])
    }
  }
}
