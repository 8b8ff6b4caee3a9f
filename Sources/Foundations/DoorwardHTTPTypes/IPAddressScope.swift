extension IPAddress {
  /// 127.0.0.0/8 or ::1.
  public var isLoopback: Bool {
    family == .v4 ? low >> 24 == 127 : high == 0 && low == 1
  }

  /// 0.0.0.0 or `::`.
  public var isUnspecified: Bool { high == 0 && low == 0 }

  /// Private use: RFC 1918, or unique local IPv6 (RFC 4193).
  public var isPrivate: Bool { Self.privateUse.contains { $0.contains(self) } }

  /// 169.254.0.0/16, which contains the metadata services of clouds, or fe80::/10.
  public var isLinkLocal: Bool { Self.linkLocal.contains { $0.contains(self) } }

  /// Whether the address may be on the public internet.
  ///
  /// False for every range of IANA's special-purpose registries that is not globally reachable: loopback, link
  /// local, private, carrier-grade NAT, documentation, benchmarking, multicast and reserved. Also false for every
  /// IPv6 form that contains an IPv4 address that is not public.
  public var isPublic: Bool {
    if Self.notPublic.contains(where: { $0.contains(self) }) { return false }
    guard family == .v6 else { return true }
    // Global unicast is 2000::/3. NAT64's well-known prefix is the only other public range.
    if high == 0x0064_ff9b_0000_0000, low >> 32 == 0 {
      return IPAddress(family: .v4, high: 0, low: low).isPublic
    }
    guard high >> 61 == 1 else { return false }
    if high >> 48 == 0x2002 {
      return IPAddress(family: .v4, high: 0, low: (high >> 16) & 0xffff_ffff).isPublic
    }
    return true
  }

  private static let privateUse = networks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
  private static let linkLocal = networks("169.254.0.0/16", "fe80::/10")

  /// IANA IPv4 and IPv6 Special-Purpose Address Registries, the entries that are not globally reachable.
  private static let notPublic = networks(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
    "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
    "2001::/23", "2001:db8::/32", "3fff::/20", "2620:4f:8000::/48", "5f00::/16")

  private static func networks(_ texts: String...) -> [IPNetwork] {
    texts.compactMap { IPNetwork($0) }
  }
}
