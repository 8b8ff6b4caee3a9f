/// Limits how many links to apps are opened.
///
/// A user follows a few links; a malicious frame could open many apps in a row.
struct LinkAllowance {
  /// The most links within ten seconds.
  static let maximum = 4

  private var followed: [ContinuousClock.Instant] = []

  /// Whether another link may be opened now. If so, the link is counted.
  mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
    followed = followed.filter { now - $0 < .seconds(10) }
    guard followed.count < Self.maximum else { return false }
    followed.append(now)
    return true
  }
}
