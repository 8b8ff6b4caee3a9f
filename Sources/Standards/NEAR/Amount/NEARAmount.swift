/// An exact amount of NEAR. It is stored as a number of yoctoNEAR with 128 bits, as on the chain (NEAR Protocol
/// Specification §Economics, `Balance`). One NEAR is 10²⁴ yoctoNEAR.
///
/// Texts exist in both units, and a text does not name its unit: ``init(parsing:)`` and ``description`` use
/// NEAR. ``init(parsingYocto:)`` and ``yoctoText`` use yoctoNEAR, the unit of all RPC answers and transactions.
///
/// The number is stored in two halves because `UInt128` requires macOS 15 or iOS 18. On these systems ``yocto``
/// and ``init(yocto:)`` use it.
public struct NEARAmount: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The upper 64 bits of the number of yoctoNEAR.
  public let high: UInt64
  /// The lower 64 bits of the number of yoctoNEAR.
  public let low: UInt64

  /// Creates an amount from the two halves of a number of yoctoNEAR.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an amount from a number of yoctoNEAR.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public init(yocto: UInt128) {
    self.init(high: UInt64(truncatingIfNeeded: yocto >> 64), low: UInt64(truncatingIfNeeded: yocto))
  }

  /// The number of yoctoNEAR.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public var yocto: UInt128 { UInt128(high) << 64 | UInt128(low) }

  /// The number of decimals of an amount in NEAR.
  public static let decimals = 24

  /// The amount of zero.
  public static let zero = NEARAmount(high: 0, low: 0)

  /// The largest amount that the chain can represent, about 340,282,366,920,938 NEAR.
  public static let max = NEARAmount(high: .max, low: .max)

  public static func < (lhs: Self, rhs: Self) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}

extension NEARAmount {
  /// The amount multiplied by ten, plus a digit; nil if it exceeds 128 bits.
  func appending(digit: UInt8) -> NEARAmount? {
    let product = low.multipliedFullWidth(by: 10)
    let (newLow, carried) = product.low.addingReportingOverflow(UInt64(digit))
    let (tenfold, tooLarge) = high.multipliedReportingOverflow(by: 10)
    // The sum is below 10, so adding the carry cannot overflow.
    let (newHigh, overflows) = tenfold.addingReportingOverflow(product.high + (carried ? 1 : 0))
    return tooLarge || overflows ? nil : NEARAmount(high: newHigh, low: newLow)
  }

  /// The amount divided by ten, rounded down, and the last digit.
  var droppingLastDigit: (rest: NEARAmount, digit: UInt8) {
    let (newHigh, carry) = high.quotientAndRemainder(dividingBy: 10)
    // The carry is below the divisor, as `dividingFullWidth` requires.
    let (newLow, digit) = UInt64(10).dividingFullWidth((high: carry, low: low))
    return (NEARAmount(high: newHigh, low: newLow), UInt8(digit))
  }
}
