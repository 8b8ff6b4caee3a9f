/// How many links of apps are left to the system.
///
/// A person follows a link or two; a frame that follows many would bury the screen in windows.
struct LinkAllowance {
  /// Links within ten seconds.
  static let maximum = 4

  private var followed: [ContinuousClock.Instant] = []

  /// Whether one more may be followed now; if so, it counts.
  mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
    followed = followed.filter { now - $0 < .seconds(10) }
    guard followed.count < Self.maximum else { return false }
    followed.append(now)
    return true
  }
}
