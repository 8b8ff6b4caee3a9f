import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("The client's address")
struct ClientAddressTests {
  private static let proxies = ["10.0.0.0/8", "2001:db8:ffff::/48"]

  private func client(peer: String, _ lines: [String], trusting networks: [String] = proxies) throws -> String
  {
    var fields = HTTPFields()
    for line in lines { fields.append("X-Forwarded-For", line) }
    let peer = try #require(IPAddress(peer) as IPAddress?)
    let policy = ClientAddressPolicy(trustedProxies: networks.compactMap { IPNetwork($0) })
    return policy.clientAddress(of: HTTPRequest(method: .get, path: "/", fields: fields, peer: peer))
      .description
  }

  @Test("Without configured proxies, X-Forwarded-For is ignored")
  func noProxies() throws {
    #expect(try client(peer: "127.0.0.1", ["198.51.100.1"], trusting: []) == "127.0.0.1")
  }

  @Test(
    "X-Forwarded-For of an untrusted peer is ignored",
    arguments: ["198.51.100.1", "10.0.0.1", "127.0.0.1", "::1"])
  func stranger(_ claim: String) throws {
    #expect(try client(peer: "203.0.113.9", [claim]) == "203.0.113.9")
  }

  @Test("The right-most address that is not a proxy counts, regardless of the entries to its left")
  func rightMost() throws {
    #expect(try client(peer: "10.0.0.1", ["198.51.100.1"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1, 2.2.2.2, 198.51.100.1"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1, 198.51.100.1, 10.9.9.9"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["10.1.1.1, 198.51.100.1,10.9.9.9 ,\t10.8.8.8"]) == "198.51.100.1")
  }

  @Test("Several field lines are one list")
  func lines() throws {
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1", "198.51.100.1"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1, 198.51.100.1", "10.2.2.2"]) == "198.51.100.1")
  }

  @Test(
    "An unreadable entry ends the search",
    arguments: [
      "unknown", "_hidden", "", " ", "198.51.100.1, unknown", "198.51.100.1,", "198.51.100.1, 1.2.3",
      "198.51.100.1, 999.1.1.1",
      "198.51.100.1 198.51.100.2", "\"", "\"\"", "\"198.51.100.1", "198.51.100.1%eth0",
    ])
  func unreadable(_ line: String) throws {
    #expect(try client(peer: "10.0.0.1", [line]) == "10.0.0.1")
  }

  @Test("If the entry of a proxy is unreadable, that proxy is the client")
  func unreadableBehindProxy() throws {
    #expect(try client(peer: "10.0.0.1", ["198.51.100.1, garbage, 10.7.7.7"]) == "10.7.7.7")
  }

  @Test("If every entry is a proxy, the left-most one is the client")
  func onlyProxies() throws {
    #expect(try client(peer: "10.0.0.1", ["10.3.3.3, 10.2.2.2"]) == "10.3.3.3")
    #expect(try client(peer: "10.0.0.1", []) == "10.0.0.1")
  }

  @Test(
    "Other spellings and ports of an address are the same client",
    arguments: [
      "198.51.100.1", "198.51.100.1:443", "::ffff:198.51.100.1", "::ffff:c633:6401", "[::ffff:198.51.100.1]",
      "[::ffff:198.51.100.1]:9", "\"198.51.100.1\"", "\"[::ffff:198.51.100.1]:9\"",
    ])
  func aliases(_ entry: String) throws {
    #expect(try client(peer: "10.0.0.1", [entry]) == "198.51.100.1")
  }

  @Test("A proxy can have an IPv6 address or a mapped IPv4 address")
  func ipv6Proxy() throws {
    #expect(try client(peer: "2001:db8:ffff::1", ["2001:db8:1::7"]) == "2001:db8:1::7")
    #expect(try client(peer: "::ffff:10.0.0.1", ["198.51.100.1"]) == "198.51.100.1")
  }

  @Test(
    "An IPv6 address may be quoted and have a port and a zone",
    arguments: [
      "fe80::7%eth0", "fe80::7%25eth0", "[fe80::7%eth0]", "[fe80::7%eth0]:4711", "\"[fe80::7%2]:4711\"",
      "\"fe80::7\"",
    ])
  func zones(_ entry: String) throws {
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1, \(entry)"]) == "fe80::7")
  }

  @Test("A list of a hundred thousand entries is searched without a crash")
  func longList() throws {
    let list = String(repeating: "10.1.1.1,", count: 100_000) + "10.1.1.1"
    #expect(try client(peer: "10.0.0.1", [list]) == "10.1.1.1")
  }
}
