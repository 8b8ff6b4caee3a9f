import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import DoorwardSystem
import Testing

@testable import DoorwardPasswords

@Suite("Range lookup of breached passwords", .timeLimit(.minutes(2)))
struct BreachedPasswordRangeTests {
  /// The SHA-1 hash of "password" is 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8.
  private static let suffix = "1E4C9B93F3F0682250B6CF8331B7EE68FD8"
  private static let otherSuffix = "0018A45C4D1DEF81644B54AB7F969B88D65"

  /// Asks a real server on loopback for "password".
  private func answer(
    _ body: String, status: Int = 200, requests: Monitor<[HTTPRequest]> = Monitor([])
  ) async throws -> BreachedPasswordAnswer {
    let transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let address = try transport.start { request in
      requests.withLock { $0.append(request) }
      return HTTPResponse(status: status, body: Array(body.utf8))
    }
    let client = OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: true))
    let range = BreachedPasswordRange(endpoint: "http://\(address)/range/", timeout: .seconds(30)) {
      try await client.send($0)
    }
    let answer = await range.find(try digest("password"))
    await transport.drain(timeout: .zero)
    return answer
  }

  @Test func onlyFiveDigitsLeaveTheServer() async throws {
    let requests = Monitor<[HTTPRequest]>([])
    _ = try await answer("\(Self.suffix):1", requests: requests)
    let request = try #require(requests.withLock { $0.first })
    #expect(request.path == "/range/5BAA6")
    #expect(request.query == nil)
    #expect(request.fields["Add-Padding"] == "true")
    #expect(requests.withLock { $0.count } == 1)
  }

  @Test(arguments: [
    ("\(suffix):42", BreachedPasswordAnswer.listed(count: 42)),
    ("\(otherSuffix):3\r\n\(suffix):42\r\n", .listed(count: 42)),
    ("\(otherSuffix):3\n\(suffix):42", .listed(count: 42)),
    ("\(suffix.lowercased()):42", .listed(count: 42)),
    ("\(otherSuffix):3", .notListed),
    ("\(suffix):0\r\n\(otherSuffix):3", .notListed),
    ("", .notListed),
    ("<html>Sign in to the network</html>", .unknown),
    ("\(suffix)", .unknown),
    ("\(suffix):", .unknown),
    ("\(suffix):-1", .unknown),
    ("\(suffix):1:2", .unknown),
    ("\(suffix):99999999999999999999", .unknown),
    ("\(suffix):42\r\nnonsense", .unknown),
  ])
  func answersAreRead(body: String, expected: BreachedPasswordAnswer) async throws {
    #expect(try await answer(body) == expected)
  }

  @Test(arguments: [301, 400, 429, 500, 503])
  func otherStatusesAreUnknown(status: Int) async throws {
    #expect(try await answer("\(Self.suffix):42", status: status) == .unknown)
  }

  @Test func largeAnswerIsUnknown() async throws {
    let body = String(repeating: "\(Self.otherSuffix):3\r\n", count: 6000) + "\(Self.suffix):42"
    #expect(body.utf8.count > 200_000)
    #expect(try await answer(body) == .unknown)
  }

  @Test func unreachableServiceIsUnknown() async throws {
    // The default configuration refuses loopback addresses.
    let client = OutgoingHTTPClient()
    let range = BreachedPasswordRange(endpoint: "http://127.0.0.1:1/range/") { try await client.send($0) }
    #expect(await range.find(try digest("password")) == .unknown)
  }

  @Test func cancelledLookupIsUnknown() async throws {
    let client = OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: true))
    let transport = SocketTransport(
      SocketTransportConfiguration(listen: SocketAddress(address: .loopback, port: 0)))
    let arrived = Monitor(false)
    let address = try transport.start { _ in
      arrived.withLock { $0 = true }
      while !Task.isCancelled { await Task.yield() }
      return HTTPResponse(status: 200)
    }
    let range = BreachedPasswordRange(endpoint: "http://\(address)/range/", timeout: .seconds(60)) {
      try await client.send($0)
    }
    let password = try digest("password")
    let lookup = Task { await range.find(password) }
    while !arrived.withLock({ $0 }) { await Task.yield() }
    lookup.cancel()
    #expect(await lookup.value == .unknown)
    await transport.drain(timeout: .zero)
  }
}
