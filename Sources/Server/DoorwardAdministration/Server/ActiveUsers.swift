import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The numbers of users who were active in the last day, week and month: they have used a session. The numbers read each of these
/// sessions, so they count for some minutes.
struct ActiveUsers: Sendable {
  private static let lifetime: TimeInterval = 300
  private static let days: [(name: String, days: Double)] = [("day", 1), ("week", 7), ("month", 30)]

  private let counts: SharedResult<JSONObject>

  init(store: any Store, clock: WallClock) {
    counts = SharedResult(for: Self.lifetime, clock: clock) {
      let now = clock.now
      return try await store.read { snapshot in
        var counts = JSONObject()
        for (name, days) in Self.days {
          let count = try snapshot.countOfActiveUsers(since: now.addingTimeInterval(-days * 86_400))
          counts["active_in_\(name)"] = .integer(Int64(count))
        }
        return counts
      }
    }
  }

  /// The numbers by their names in the overview.
  var json: JSONObject { get async throws { try await counts.current().value } }
}
