import DoorwardHTTP
import DoorwardHTTPTypes
import Testing

@Suite("IP addresses")
struct IPAddressTests {
  @Test(
    "Different spellings of an address are equal",
    arguments: [
      ("::1", ["0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001", "0::1", "::0:1", "::0.0.0.1"]),
      ("192.0.2.1", ["::ffff:192.0.2.1", "::FFFF:c000:201", "0:0:0:0:0:ffff:c000:0201"]),
      ("2001:db8::a", ["2001:DB8::A", "2001:0db8:0:0:0:0:0:000a", "2001:db8:0::0:a"]),
      ("2001:db8:0:1::", ["2001:db8:0:1:0:0:0:0", "2001:db8::1:0:0:0:0"]),
    ])
  func aliases(_ canonical: String, _ aliases: [String]) throws {
    let address = try #require(IPAddress(canonical) as IPAddress?)
    #expect(address.description == canonical)
    for alias in aliases {
      let parsed = IPAddress(alias) as IPAddress?
      #expect(parsed == address)
      #expect(parsed?.description == canonical)
    }
  }

  @Test(
    "A text that is not exactly an address is refused",
    arguments: [
      "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", "01.2.3.4", "1.2.3.04", "256.1.1.1",
      "1.2.3.4 ",
      " 1.2.3.4", "1.2.3.4\n", "0x1.2.3.4", "1.2.3.-4", "+1.2.3.4", "127.1", "2130706433", "1.2.3.4:80",
      "١.2.3.4",
      ":", ":::", "1", "::1::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::12345", "::g",
      "[::1]",
      "fe80::1%eth0", "::1.2.3", "::1.2.3.256", "1.2.3.4::", "::1.2.3.4:5", ":1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:",
      "0000000000000000000000000000000000000000000000000000000000000001", "1:2:3:4:5:6:7:1.2.3.4",
    ])
  func malformed(_ text: String) {
    #expect((IPAddress(text) as IPAddress?) == nil)
  }

  @Test(
    "An address is written as in RFC 5952",
    arguments: [
      ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
      ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("::", "::"), ("1::", "1::"), ("0:0:1::", "0:0:1::"),
      ("FE80::ABCD", "fe80::abcd"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
      ("1:2:3:4:5:6:0:0", "1:2:3:4:5:6::"),
    ])
  func canonicalText(_ text: String, _ canonical: String) throws {
    let address = try #require(IPAddress(text) as IPAddress?)
    #expect(address.description == canonical)
    #expect((IPAddress(address.description) as IPAddress?) == address)
    #expect(IPAddress(bytes: address.bytes) == address)
  }

  @Test("Bytes of a wrong length are not an address", arguments: [0, 3, 5, 15, 17])
  func wrongLength(_ count: Int) {
    #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test("Addresses of one IPv6 /64 are one network; another /64 is another network")
  func rotation() throws {
    let home = try #require(IPAddress("2001:db8:1:2::1") as IPAddress?)
    let rotated = try #require(IPAddress("2001:db8:1:2:ffff:ffff:ffff:ffff") as IPAddress?)
    let neighbor = try #require(IPAddress("2001:db8:1:3::1") as IPAddress?)
    #expect(home.prefix(64) == rotated.prefix(64))
    #expect(home.prefix(64) != neighbor.prefix(64))
    #expect(home.prefix(56) == neighbor.prefix(56))
    #expect(home.prefix(48).description == "2001:db8:1::")
  }

  @Test("A prefix never matches the other family", arguments: [0, 32, 64, 96, 127, 128, -1, 999])
  func prefixFamilies(_ bits: Int) throws {
    let v4 = try #require(IPAddress("10.1.2.3") as IPAddress?)
    let v6 = try #require(IPAddress("::1:2:3") as IPAddress?)
    #expect(v4.prefix(bits).family == .v4)
    #expect(v6.prefix(bits).family == .v6)
    #expect(v4.prefix(8).description == "10.0.0.0")
    #expect(v6.prefix(128) == v6)
  }

  @Test(
    "A range contains its addresses and none of the other family",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("0.0.0.0/0", "8.8.8.8", true),
      ("0.0.0.0/0", "::1", false), ("::/0", "2001:db8::1", true), ("::/0", "10.0.0.1", false),
      ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::", false),
      ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "::ffff:192.0.2.7", true),
      ("192.0.2.7", "192.0.2.6", false),
      ("2001:db8::1/128", "2001:db8::2", false),
    ])
  func ranges(_ range: String, _ address: String, _ isIn: Bool) throws {
    let network = try #require(IPNetwork(range) as IPNetwork?)
    let address = try #require(IPAddress(address) as IPAddress?)
    #expect(network.contains(address) == isIn)
    #expect((IPNetwork(network.description) as IPNetwork?) == network)
  }

  @Test(
    "A text that is not exactly a range is refused",
    arguments: [
      "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "/8", "::/129", "10/8",
      "::/0/0",
    ])
  func malformedRanges(_ text: String) {
    #expect((IPNetwork(text) as IPNetwork?) == nil)
  }

  @Test(
    "Special-purpose addresses are not public",
    arguments: [
      "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1",
      "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
      "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
      "::7f00:1", "64:ff9b::a00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::1", "100::1", "2001::1",
      "2001:db8::1",
      "2002:a00:1::", "2002:7f00:1::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1",
      "fec0::1",
      "ff02::1",
    ])
  func notPublic(_ text: String) throws {
    #expect(try #require(IPAddress(text) as IPAddress?).isPublic == false)
  }

  @Test(
    "Addresses of the public internet are public",
    arguments: [
      "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.0.1.1",
      "198.17.0.1",
      "198.20.0.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "64:ff9b::808:808",
      "2002:808:808::1",
    ])
  func publicAddresses(_ text: String) throws {
    #expect(try #require(IPAddress(text) as IPAddress?).isPublic)
  }

  @Test("Loopback, private, link-local and unspecified addresses are distinguished")
  func scopes() throws {
    let address = { (text: String) throws in try #require(IPAddress(text) as IPAddress?) }
    #expect(try address("127.8.8.8").isLoopback)
    #expect(try address("::1").isLoopback)
    #expect(try !address("128.0.0.1").isLoopback)
    #expect(try address("172.31.0.1").isPrivate)
    #expect(try address("fd12::1").isPrivate)
    #expect(try !address("172.32.0.1").isPrivate)
    #expect(try address("169.254.169.254").isLinkLocal)
    #expect(try address("fe80::1").isLinkLocal)
    #expect(try address("0.0.0.0").isUnspecified)
    #expect(try address("::").isUnspecified)
  }

  @Test(
    "A socket address is parsed and written",
    arguments: [
      ("127.0.0.1:8787", "127.0.0.1:8787"), ("[::1]:0", "[::1]:0"),
      ("[2001:DB8::1]:65535", "[2001:db8::1]:65535"),
    ]
  )
  func socketAddresses(_ text: String, _ canonical: String) throws {
    #expect(try #require(SocketAddress(text) as SocketAddress?).description == canonical)
  }

  @Test(
    "A text that is not exactly a socket address is refused",
    arguments: [
      "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:080000", "::1:80", "[::1]",
      "[127.0.0.1]:80", ":80", "localhost:80",
    ])
  func malformedSocketAddresses(_ text: String) {
    #expect((SocketAddress(text) as SocketAddress?) == nil)
  }
}
