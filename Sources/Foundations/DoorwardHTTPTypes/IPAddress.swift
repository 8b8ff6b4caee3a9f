/// An IPv4 or IPv6 address. Equality does not depend on the spelling of the address.
///
/// An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) becomes the IPv4 address it contains, so that both forms are
/// equal.
public struct IPAddress: Hashable, Sendable {
  /// The family of an address.
  public enum Family: Hashable, Sendable {
    case v4
    case v6
  }

  /// The family.
  public let family: Family
  /// The upper and lower half in host order; an IPv4 address is the low 32 bits of `low`.
  let high: UInt64
  let low: UInt64

  init(family: Family, high: UInt64, low: UInt64) {
    let isMapped = family == .v6 && high == 0 && low >> 32 == 0xffff
    self.family = isMapped ? .v4 : family
    self.high = isMapped ? 0 : high
    self.low = isMapped ? low & 0xffff_ffff : low
  }

  /// An IPv4 address from its four bytes in network order.
  public init(v4 a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    let value = UInt64(a) << 24 | UInt64(b) << 16 | UInt64(c) << 8 | UInt64(d)
    self.init(family: .v4, high: 0, low: value)
  }

  /// An address from its 4 or 16 bytes in network order; `nil` for any other number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    switch bytes.count {
    case 4:
      self.init(family: .v4, high: 0, low: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    case 16:
      let high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      let low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
      self.init(family: .v6, high: high, low: low)
    default:
      return nil
    }
  }

  /// The 4 or 16 bytes in network order.
  public var bytes: [UInt8] {
    let low = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self.low >> $0) }
    guard family == .v6 else { return Array(low.suffix(4)) }
    return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: high >> $0) } + low
  }

  /// The number of bits: 32 or 128.
  public var bitWidth: Int { family == .v4 ? 32 : 128 }

  /// The network of this address: the first `bits` bits (clamped to the width), the rest zero.
  ///
  /// Limits count networks of 32 bits for IPv4 and 64 bits for IPv6, because an IPv6 subscriber commonly owns a
  /// whole /64 (RFC 7421).
  public func prefix(_ bits: Int) -> IPAddress {
    let bits = min(max(bits, 0), bitWidth)
    if family == .v4 {
      let mask: UInt64 = bits == 0 ? 0 : (0xffff_ffff << UInt64(32 - bits)) & 0xffff_ffff
      return IPAddress(family: .v4, high: 0, low: low & mask)
    }
    // A shift by 64 or more gives 0 in Swift, so all cases are covered.
    let highMask: UInt64 = bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))
    let lowMask: UInt64 = bits <= 64 ? 0 : ~(UInt64.max >> UInt64(bits - 64))
    return IPAddress(exactlyV6: high & highMask, low & lowMask)
  }

  /// Keeps the family: a prefix of an IPv6 address is IPv6 even if it looks IPv4-mapped.
  private init(exactlyV6 high: UInt64, _ low: UInt64) {
    family = .v6
    self.high = high
    self.low = low
  }

  /// 127.0.0.1.
  public static let loopback = IPAddress(v4: 127, 0, 0, 1)
}
