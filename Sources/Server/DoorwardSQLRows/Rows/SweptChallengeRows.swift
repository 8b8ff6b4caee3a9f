import DoorwardStore

/// A period in which challenges were issued whose records have been removed.
///
/// Without its record, a challenge seems unused. That is harmless while it has expired. If the clock is set back to a time
/// before the expiry, the period still refuses the challenge. All times are in milliseconds since 1970-01-01T00:00:00Z.
package struct SweptPeriod: Sendable, Equatable {
  package let firstIssue: Int64
  package let lastIssue: Int64
  /// The latest expiry. A challenge that expires later was not removed.
  package let lastExpiry: Int64

  package init(firstIssue: Int64, lastIssue: Int64, lastExpiry: Int64) {
    self.firstIssue = firstIssue
    self.lastIssue = lastIssue
    self.lastExpiry = lastExpiry
  }

  fileprivate func joined(with other: SweptPeriod) -> SweptPeriod {
    SweptPeriod(
      firstIssue: min(firstIssue, other.firstIssue), lastIssue: max(lastIssue, other.lastIssue),
      lastExpiry: max(lastExpiry, other.lastExpiry))
  }

  /// The time between the end of this period and the beginning of a later one.
  fileprivate func gap(before later: SweptPeriod) -> Int64 {
    let (gap, overflow) = later.firstIssue.subtractingReportingOverflow(lastIssue)
    guard overflow else { return gap }
    return later.firstIssue > lastIssue ? .max : .min
  }
}

/// The periods of a store, earliest first.
///
/// Close periods are joined. Distant ones stay apart, so that a server whose clock was an hour fast accepts the challenges that
/// it issues in that hour after the clock was corrected.
package struct SweptPeriods: Sendable, Equatable {
  /// The longest time between two periods that are joined: ten minutes.
  package static let longestGap: Int64 = 600_000
  /// The most periods. The two closest ones are joined if there are more.
  package static let limit = 16

  package private(set) var periods: [SweptPeriod]

  /// - Parameter periods: the stored periods, earliest first.
  package init(_ periods: [SweptPeriod] = []) { self.periods = periods }

  package mutating func add(_ period: SweptPeriod) {
    let before = periods.filter { $0.gap(before: period) > Self.longestGap }
    let after = periods.filter { period.gap(before: $0) > Self.longestGap }
    let close = periods.dropFirst(before.count).dropLast(after.count)
    periods = before + [close.reduce(period) { $0.joined(with: $1) }] + after
    guard periods.count > Self.limit else { return }
    let closest = periods.indices.dropLast().min {
      periods[$0].gap(before: periods[$0 + 1]) < periods[$1].gap(before: periods[$1 + 1])
    }
    guard let closest else { return }
    periods[closest] = periods[closest].joined(with: periods.remove(at: closest + 1))
  }
}

extension SQLWriting {
  /// The longest time between the issue of a challenge and a guess of its code, in milliseconds: a sign-in that waits for a
  /// second factor.
  private var longestChallenge: Int64 { 600_000 }

  /// Notes the challenges whose records a purge is about to remove: the spent ones, and those with guesses. Without the record
  /// of its guesses, a code could be guessed again.
  func noteSweep(before moment: Int64, limit: Int64) throws {
    let values: [SQLValue] = [.integer(moment), .integer(limit)]
    // The mark of a request without a challenge has no time. A request whose mark was removed is judged as a new one.
    let spent = try all(
      "SELECT id, expires_at FROM spent_challenges WHERE expires_at < ?1 ORDER BY expires_at, id LIMIT ?2",
      values
    ) { row in
      let issuedAt = try StoredTime.milliseconds(ChallengeID(bytes: row.blob(0)).issuedAt)
      return SweptPeriod(firstIssue: issuedAt, lastIssue: issuedAt, lastExpiry: try row.integer(1))
    }
    .filter { $0.firstIssue > 0 }
    let guessed = try all(
      "SELECT last_at, expires_at FROM guesses WHERE expires_at < ?1 ORDER BY expires_at, subject LIMIT ?2",
      values
    ) { row in
      let lastAt = try row.integer(0)
      return SweptPeriod(
        firstIssue: max(0, lastAt) - longestChallenge, lastIssue: lastAt, lastExpiry: try row.integer(1))
    }
    guard !spent.isEmpty || !guessed.isEmpty else { return }
    let stored = SweptPeriods(
      try all(
        "SELECT first_issued_at, last_issued_at, last_expires_at FROM swept_challenges ORDER BY first_issued_at",
        []
      ) { row in
        SweptPeriod(
          firstIssue: try row.integer(0), lastIssue: try row.integer(1), lastExpiry: try row.integer(2))
      })
    var swept = stored
    for period in spent + guessed { swept.add(period) }
    guard swept != stored else { return }
    try apply("DELETE FROM swept_challenges", [])
    for period in swept.periods {
      try insert(
        "INSERT INTO swept_challenges (first_issued_at, last_issued_at, last_expires_at) VALUES (?1, ?2, ?3)",
        [
          .integer(period.firstIssue), .integer(period.lastIssue), .integer(period.lastExpiry),
        ])
    }
  }
}
