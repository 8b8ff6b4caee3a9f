import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The events of the server, and their numbers over time.
struct EventRoutes: Sendable {
  /// The most events that one call examines. A list with few matches has short parts instead of a slow one.
  private static let examined = 2000
  /// The most parts of a time that one call counts.
  private static let mostParts = 400

  let gate: AdministrationGate
  let store: any Store
  let clock: WallClock
  let cursors: ListCursorSeal

  func register(in router: inout Router) {
    router.on(.get, WirePath.administeredEvents, by: .administrator, limits: [.apiKeyFailure]) {
      try await list($0)
    }
    router.on(.get, WirePath.eventCounts, by: .administrator, limits: [.apiKeyFailure]) {
      try await counts($0)
    }
  }

  // MARK: Events

  private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readEvents)
    let list = try EventListRequest(request.queryItems)
    let position: ListPosition<Event>? = try list.cursor.map { try cursors.listPosition($0, in: list.list) }
    let (events, end) = try await store.read { try Self.part(of: list, after: position, in: $0) }
    let next = try end.map { try cursors.text(of: $0, in: list.list) }
    return .privateJSON(.object(WireListPart(items: events.map(\.json), nextCursor: next).json))
  }

  /// One part of a list, and its end if more events can follow.
  private static func part(
    of list: EventListRequest, after position: ListPosition<Event>?, in snapshot: any StoreReading
  ) throws -> ([RecordedEvent], ListPosition<Event>?) {
    let start = position ?? list.until.map { ListPosition(moment: $0, id: .first(at: $0)) }
    let since = list.from ?? Date(timeIntervalSince1970: 0)
    let found =
      if let user = list.user {
        try snapshot.events(of: user, since: since, after: start, limit: examined)
      } else {
        try snapshot.events(before: start?.id, since: since, limit: examined)
      }
    var events: [RecordedEvent] = []
    for event in found where list.admits(event) {
      // One more than the part needs: another part follows.
      guard events.count < list.limit else { return (events, events.last?.position) }
      events.append(event)
    }
    return (events, found.count < examined ? nil : found.last?.position)
  }

  // MARK: Numbers

  private func counts(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readEvents)
    let query = try request.queryItems
    try query.requireFilters(["days", "by"].contains)
    let hours =
      switch query.values(for: "by") {
      case [], ["day"]: 24
      case ["hour"]: 1
      default: throw Problem.invalidFilter("by must be hour or day.")
      }
    let given = query.values(for: "days")
    guard given.count <= 1, let days = given.first.map({ Int($0) }) ?? 30, (1...400).contains(days),
      days * 24 / hours <= Self.mostParts
    else {
      throw Problem.invalidFilter("days must be a number from 1 to 400, or to 16 by hour.")
    }
    // The last part has begun and is not over.
    let part = Int64(hours)
    let end = EventHour(number: (EventHour(of: clock.now).number / part + 1) * part)
    let start = EventHour(number: end.number - Int64(days * 24))
    let counts = try await store.read { try $0.eventCounts(from: start, until: end, hours: hours) }
    return .privateJSON([
      "from": .time(start.start), "until": .time(end.start),
      "items": .array(
        counts.map {
          [
            "time": .time($0.hour.start), "type": .string($0.type), "detail": .string($0.detail),
            "count": .integer(Int64($0.count)),
          ]
        }),
    ])
  }
}
