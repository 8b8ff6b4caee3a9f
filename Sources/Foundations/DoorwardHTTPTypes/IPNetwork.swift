/// A range of addresses in CIDR notation (RFC 4632 §3.1, RFC 4291 §2.3).
public struct IPNetwork: Hashable, Sendable, LosslessStringConvertible {
  /// The first address of the range.
  public let base: IPAddress
  /// The number of leading bits that are fixed.
  public let prefixLength: Int

  /// The range of the addresses that share the first `prefixLength` bits with `address`; the length is clamped
  /// to the width of the address.
  public init(_ address: IPAddress, prefixLength: Int) {
    self.prefixLength = min(max(prefixLength, 0), address.bitWidth)
    base = address.prefix(self.prefixLength)
  }

  /// Parses `10.0.0.0/8`. An address without a length is the range of that address alone. Bits set beyond the
  /// prefix are rejected, because `10.1.2.3/8` is probably a mistake.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(String(parts[0])) else { return nil }
    guard parts.count == 2 else {
      self.init(address, prefixLength: address.bitWidth)
      return
    }
    guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
      let length = Int(parts[1]), length <= address.bitWidth, address.prefix(length) == address
    else { return nil }
    self.init(address, prefixLength: length)
  }

  /// Whether `address` is in the range.
  public func contains(_ address: IPAddress) -> Bool {
    address.family == base.family && address.prefix(prefixLength) == base
  }

  public var description: String { "\(base)/\(prefixLength)" }
}
