import DoorwardSQLRows
import Testing

@Suite struct SweptPeriodTests {
  private static let gap = SweptPeriods.longestGap

  /// Periods by the times of their first and last issue.
  private static func periods(_ times: [(Int64, Int64)]) -> [SweptPeriod] {
    times.map { SweptPeriod(firstIssue: $0, lastIssue: $1, lastExpiry: $1) }
  }

  private func added(_ times: [(Int64, Int64)]) -> [SweptPeriod] {
    var periods = SweptPeriods()
    for period in Self.periods(times) { periods.add(period) }
    return periods.periods
  }

  @Test func closePeriodsAreJoined() {
    let gap = Self.gap
    #expect(added([(0, 5), (5 + gap, 6 + gap)]) == Self.periods([(0, 6 + gap)]))
    #expect(added([(0, 1), (3 * gap, 3 * gap), (gap, 2 * gap)]) == Self.periods([(0, 3 * gap)]))
    #expect(added([(.min, .max), (0, 1)]) == Self.periods([(.min, .max)]))
  }

  @Test func distantPeriodsStayApart() {
    let times: [(Int64, Int64)] = [(0, 5), (6 + Self.gap, 7 + Self.gap)]
    #expect(added(times) == Self.periods(times))
    #expect(added(times.reversed()) == Self.periods(times))
    #expect(added([(.max, .max), (.min, .min)]) == Self.periods([(.min, .min), (.max, .max)]))
  }

  @Test func onlyTheClosestPeriodsAreJoinedAboveTheLimit() {
    let starts = (0..<Int64(SweptPeriods.limit)).map { $0 * 10 * Self.gap }
    let close = 35 * Self.gap - 1
    let expected = starts.map { start in (start, start == 30 * Self.gap ? close : start) }
    #expect(added((starts + [close]).map { ($0, $0) }) == Self.periods(expected))
  }
}
