/// An IPv4 or IPv6 address as a value: one address is equal to itself however it was written.
///
/// IPv4-mapped IPv6 addresses (RFC 4291 §2.5.5.2) become the IPv4 address they stand for, so an alias
/// never looks like somebody else.
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

  /// The network this address is in: the first `bits` bits (clamped to the width), the rest zero.
  ///
  /// Limits count IPv4 by 32 bits and IPv6 by 64, because one IPv6 subscriber commonly owns a whole /64
  /// (RFC 7421).
  public func prefix(_ bits: Int) -> IPAddress {
    let bits = min(max(bits, 0), bitWidth)
    if family == .v4 {
      let mask: UInt64 = bits == 0 ? 0 : (0xffff_ffff << UInt64(32 - bits)) & 0xffff_ffff
      return IPAddress(family: .v4, high: 0, low: low & mask)
    }
    // Shifts of 64 or more give 0 in Swift, so no case can go astray.
    let highMask: UInt64 = bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))
    let lowMask: UInt64 = bits <= 64 ? 0 : ~(UInt64.max >> UInt64(bits - 64))
    return IPAddress(exactlyV6: high & highMask, low & lowMask)
  }

  /// Keeps the family: the prefix of an IPv6 address is IPv6 even where it looks mapped.
  private init(exactlyV6 high: UInt64, _ low: UInt64) {
    family = .v6
    self.high = high
    self.low = low
  }

  /// 127.0.0.1.
  public static let loopback = IPAddress(v4: 127, 0, 0, 1)
}
