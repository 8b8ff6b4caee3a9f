import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The numbers of signed-in users who were active in the last day, week and month. The numbers read each of their sessions, so they are
/// cached for some minutes. Sessions that have ended are purged soon, and are not counted then.
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

  /// The numbers by their names in the overview. They are null if the database does not count so many sessions in time.
  var json: JSONObject {
    get async {
      if let counts = try? await counts.current().value { return counts }
      var unknown = JSONObject()
      for (name, _) in Self.days { unknown["active_in_\(name)"] = .null }
      return unknown
    }
  }
}
