/// An amount of NEAR, exact: a count of yoctoNEAR, 10²⁴ of which are one NEAR, of 128 bits as on the
/// chain (NEAR Protocol Specification §Economics, `Balance`).
///
/// An amount is written in two units, and a text does not say in which: ``init(parsing:)`` and
/// ``description`` speak of NEAR, ``init(parsingYocto:)`` and ``yoctoText`` of yoctoNEAR, the unit of
/// every RPC answer and transaction.
///
/// The count is kept in two halves because `UInt128` needs macOS 15 or iOS 18; where it is there,
/// ``yocto`` and ``init(yocto:)`` speak it.
public struct NEARAmount: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The upper 64 bits of the count of yoctoNEAR.
  public let high: UInt64
  /// The lower 64 bits of the count of yoctoNEAR.
  public let low: UInt64

  /// Makes an amount of the two halves of a count of yoctoNEAR.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an amount of a count of yoctoNEAR.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public init(yocto: UInt128) {
    self.init(high: UInt64(truncatingIfNeeded: yocto >> 64), low: UInt64(truncatingIfNeeded: yocto))
  }

  /// The count of yoctoNEAR.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public var yocto: UInt128 { UInt128(high) << 64 | UInt128(low) }

  /// How many decimals of a NEAR there are: 10²⁴ yoctoNEAR are one.
  public static let decimals = 24

  /// Nothing.
  public static let zero = NEARAmount(high: 0, low: 0)

  /// The most that the chain can count, about 340,282,366,920,938 NEAR.
  public static let max = NEARAmount(high: .max, low: .max)

  public static func < (lhs: Self, rhs: Self) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}

extension NEARAmount {
  /// Ten times the amount and a digit more; nil beyond 128 bits.
  func appending(digit: UInt8) -> NEARAmount? {
    let product = low.multipliedFullWidth(by: 10)
    let (newLow, carried) = product.low.addingReportingOverflow(UInt64(digit))
    let (tenfold, tooLarge) = high.multipliedReportingOverflow(by: 10)
    // Below 10, so that one more fits.
    let (newHigh, overflows) = tenfold.addingReportingOverflow(product.high + (carried ? 1 : 0))
    return tooLarge || overflows ? nil : NEARAmount(high: newHigh, low: newLow)
  }

  /// A tenth of the amount, rounded down, and the last digit.
  var droppingLastDigit: (rest: NEARAmount, digit: UInt8) {
    let (newHigh, carry) = high.quotientAndRemainder(dividingBy: 10)
    // The carry is below the divisor, as `dividingFullWidth` demands.
    let (newLow, digit) = UInt64(10).dividingFullWidth((high: carry, low: low))
    return (NEARAmount(high: newHigh, low: newLow), UInt8(digit))
  }
}
