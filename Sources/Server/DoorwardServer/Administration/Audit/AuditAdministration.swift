import DoorwardSessions
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The operator's commands on events.
extension Administration {
  /// Checks the chain of sealed events.
  ///
  /// - Parameter checkpoint: the place and seal that the chain must have; nil for none.
  /// - Returns: what was found.
  /// - Throws: ``StoreError``; ``MasterKeyError``.
  package func verifyEvents(
    against checkpoint: EventVerification.Checkpoint? = nil
  ) async throws -> EventVerification.Report {
    let chain = EventChain(key: try installation.key(for: .audit))
    return try await EventVerification(store: installation.store, chain: chain).run(against: checkpoint)
  }

  /// The events of an export.
  package struct EventFilter: Sendable {
    /// The first moment; nil for the oldest event.
    package var since: Date?
    /// The moment before which the export ends; nil for the newest event.
    package var until: Date?
    /// The types; empty for all.
    package var types: Set<EventType> = []
    package var user: User.ID?

    package init() {}

    fileprivate func admits(_ event: RecordedEvent) -> Bool {
      (types.isEmpty || EventType(rawValue: event.type).map(types.contains) == true)
        && (user == nil || event.subjects.user == user)
        && (until.map { event.at < $0 } ?? true) && (since.map { $0 <= event.at } ?? true)
    }
  }

  private static var eventsPerRead: Int { 500 }

  /// Reads the events in the order of their times, and calls `body` with each. Only a part of them is in memory at a time.
  ///
  /// - Throws: ``StoreError``.
  package func exportEvents(_ filter: EventFilter, _ body: (JSONValue) -> Void) async throws {
    // The id before all ids of the first moment.
    var last = filter.since.map {
      Event.ID(at: $0.addingTimeInterval(-0.001), entropy: [UInt8](repeating: 0xff, count: 10))
    }
    while true {
      let part = try await installation.store.read { [last] in
        try $0.events(after: last, limit: Self.eventsPerRead)
      }
      for event in part where filter.admits(event) { body(event.json) }
      guard let end = part.last, part.count == Self.eventsPerRead else { return }
      if let until = filter.until, end.at >= until { return }
      last = end.id
    }
  }

  /// The user with an id, an address or a user name, also one who was deleted if the name is an id.
  ///
  /// - Returns: nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func userOfEvents(_ name: String) async throws -> User.ID? {
    if let id = User.ID(name) { return id }
    return try await installation.store.read { try $0.userID(name) }
  }
}
