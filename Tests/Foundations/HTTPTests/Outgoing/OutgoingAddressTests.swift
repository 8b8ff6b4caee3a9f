import DoorwardCurl
import DoorwardHTTP
import Testing

@Suite("Addresses of outgoing requests", .timeLimit(.minutes(5)))
struct OutgoingAddressTests {
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
      await #expect(throws: OutgoingHTTPError(.privateAddress, "")) {
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
    await #expect(throws: OutgoingHTTPError(.privateAddress, "")) {
      try await OutgoingHTTPClient().send(OutgoingRequest(url: "http://\(host)/latest/meta-data/"))
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
      try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: url))
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
      try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: url))
    }
    #expect(refused?.code == .invalidURL || refused?.code == .unsupportedScheme)
    #expect(refused?.reason.contains("secret") == false)
  }
}
