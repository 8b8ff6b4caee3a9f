#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A moment on a clock that is never set, for deadlines.
package struct MonotonicTime: Comparable, Sendable {
  /// Nanoseconds since some moment in the past.
  package let nanoseconds: UInt64

  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// This moment.
  package static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }

  /// The moment that is later by `duration`. A negative duration changes nothing.
  package func advanced(by duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return self }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, whole < 1 << 62 else { return MonotonicTime(nanoseconds: .max >> 1) }
    return MonotonicTime(nanoseconds: nanoseconds &+ whole &+ UInt64(attoseconds / 1_000_000_000))
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
