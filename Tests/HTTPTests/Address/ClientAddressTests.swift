import DoorwardHTTP
import Testing

@Suite("Threat 2: the client's address")
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

  @Test("Nobody's word is taken unless the operator named proxies")
  func noProxies() throws {
    #expect(try client(peer: "127.0.0.1", ["198.51.100.1"], trusting: []) == "127.0.0.1")
  }

  @Test("A stranger's word is not taken", arguments: ["198.51.100.1", "10.0.0.1", "127.0.0.1", "::1"])
  func stranger(_ claim: String) throws {
    #expect(try client(peer: "203.0.113.9", [claim]) == "203.0.113.9")
  }

  @Test("The right-most address that is no proxy counts, whatever the client put before it")
  func rightMost() throws {
    #expect(try client(peer: "10.0.0.1", ["198.51.100.1"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1, 2.2.2.2, 198.51.100.1"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1, 198.51.100.1, 10.9.9.9"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["10.1.1.1, 198.51.100.1,10.9.9.9 ,\t10.8.8.8"]) == "198.51.100.1")
  }

  @Test("Several lines are one list")
  func lines() throws {
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1", "198.51.100.1"]) == "198.51.100.1")
    #expect(try client(peer: "10.0.0.1", ["1.1.1.1, 198.51.100.1", "10.2.2.2"]) == "198.51.100.1")
  }

  @Test(
    "What cannot be read ends the walk",
    arguments: [
      "unknown", "_hidden", "", " ", "198.51.100.1, unknown", "198.51.100.1,", "198.51.100.1, 1.2.3",
      "198.51.100.1, 999.1.1.1",
      "198.51.100.1 198.51.100.2", "\"198.51.100.1\"",
    ])
  func unreadable(_ line: String) throws {
    #expect(try client(peer: "10.0.0.1", [line]) == "10.0.0.1")
  }

  @Test("An unreadable entry behind a proxy leaves that proxy")
  func unreadableBehindProxy() throws {
    #expect(try client(peer: "10.0.0.1", ["198.51.100.1, garbage, 10.7.7.7"]) == "10.7.7.7")
  }

  @Test("A chain of proxies alone ends at the first of them")
  func onlyProxies() throws {
    #expect(try client(peer: "10.0.0.1", ["10.3.3.3, 10.2.2.2"]) == "10.3.3.3")
    #expect(try client(peer: "10.0.0.1", []) == "10.0.0.1")
  }

  @Test(
    "Aliases and ports make no second client",
    arguments: [
      "198.51.100.1", "198.51.100.1:443", "::ffff:198.51.100.1", "::ffff:c633:6401", "[::ffff:198.51.100.1]",
      "[::ffff:198.51.100.1]:9",
    ])
  func aliases(_ entry: String) throws {
    #expect(try client(peer: "10.0.0.1", [entry]) == "198.51.100.1")
  }

  @Test("An IPv6 proxy is a proxy; a mapped IPv4 proxy too")
  func ipv6Proxy() throws {
    #expect(try client(peer: "2001:db8:ffff::1", ["2001:db8:1::7"]) == "2001:db8:1::7")
    #expect(try client(peer: "::ffff:10.0.0.1", ["198.51.100.1"]) == "198.51.100.1")
  }

  @Test("A hundred thousand entries are walked without harm")
  func longList() throws {
    let list = String(repeating: "10.1.1.1,", count: 100_000) + "10.1.1.1"
    #expect(try client(peer: "10.0.0.1", [list]) == "10.1.1.1")
  }
}
