#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An instant that can be parsed from and formatted as RFC 3339.
///
/// The value has whole nanoseconds, so that parsing, comparing and formatting do not use floating point. The
/// calendar is the proleptic Gregorian calendar for the years 0000 to 9999 (RFC 3339 §5.6).
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let seconds: Int64
  /// Nanoseconds after ``seconds``, 0 to 999,999,999.
  public let nanoseconds: Int32

  /// 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z: the range of a year of four digits.
  static let bounds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// Creates an instant from seconds and nanoseconds since 1970. A value outside the years 0000 to 9999 becomes the
  /// nearest second inside.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = min(max(seconds, Self.bounds.lowerBound), Self.bounds.upperBound)
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  /// Creates an instant from a date, rounded to the nearest microsecond, the precision of a `Date`. A date outside
  /// the years 0000 to 9999 becomes the nearest second inside. A date that is not a number becomes 1970.
  public init(_ date: Date) {
    let interval = date.timeIntervalSince1970
    let time = interval.isNaN ? 0 : interval
    let limited = min(max(time, Double(Self.bounds.lowerBound)), Double(Self.bounds.upperBound))
    // A `Date` counts from 2001 in a `Double`. Adding half a microsecond corrects 12.3449999 to 12.345.
    let microseconds = Int64((limited * 1_000_000 + 0.5).rounded(.down))
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init(
      seconds: rest < 0 ? seconds - 1 : seconds,
      nanoseconds: Int32(rest < 0 ? rest + 1_000_000 : rest) * 1000)
  }

  /// The instant as a date.
  public var date: Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1_000_000_000)
  }

  /// The instant after a duration, or before it if the duration is negative, clamped to the years 0000 to 9999.
  public func advanced(by duration: Duration) -> Timestamp {
    let (whole, attoseconds) = duration.components
    var (seconds, overflow) = self.seconds.addingReportingOverflow(whole)
    if overflow { seconds = whole < 0 ? .min : .max }
    let nanoseconds = Int64(self.nanoseconds) + attoseconds / 1_000_000_000
    let carry: Int64 = nanoseconds < 0 ? -1 : nanoseconds / 1_000_000_000
    // A sum that overflows is far outside the valid years, so it is clamped.
    (seconds, overflow) = seconds.addingReportingOverflow(carry)
    if overflow { seconds = carry < 0 ? .min : .max }
    return Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds - carry * 1_000_000_000))
  }

  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }

  public var description: String { rfc3339 }
}
