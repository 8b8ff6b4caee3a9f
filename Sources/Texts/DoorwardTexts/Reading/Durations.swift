extension Texts {
  /// A wait in words, rounded up: seconds up to 90, minutes up to 90, then hours.
  ///
  /// - Parameter seconds: the wait in seconds.
  /// - Returns: the number and its unit.
  public func duration(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case let seconds where seconds <= 90: text("time.seconds", count: seconds)
    case let seconds where seconds <= 5_400: text("time.minutes", count: (seconds + 59) / 60)
    case let seconds: text("time.hours", count: (seconds + 3_599) / 3_600)
    }
  }

  /// A time in the past in words, such as `5 minutes ago`.
  ///
  /// - Parameter seconds: the seconds since then.
  /// - Returns: the text; nil if the time is more than a week ago, and a date says more.
  public func ago(_ seconds: Int) -> String? {
    switch seconds {
    case ..<60: text("time.justNow")
    case ..<3_600: text("time.minutesAgo", count: seconds / 60)
    case ..<86_400: text("time.hoursAgo", count: seconds / 3_600)
    case ..<172_800: text("time.yesterday")
    case ...604_800: text("time.daysAgo", count: seconds / 86_400)
    default: nil
    }
  }
}
