package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func event(_ id: Event.ID) throws -> RecordedEvent? {
    try first(
      """
      SELECT id, happened_at, type, actor, actor_id, user_id, application_id, session_id, device, network, data,
        number, salt, client_digest, seal, 1
      FROM events WHERE id = ?1
      """, [.blob(id.bytes)]
    ) { row in try RecordedEvent(row) }
  }

  package func events(
    of user: User.ID, since moment: Date, after position: ListPosition<Event>?, limit: Int
  ) throws -> [RecordedEvent] {
    try all(
      """
      SELECT id, happened_at, type, actor, actor_id, user_id, application_id, session_id, device, network, data,
        number, salt, client_digest, seal, 1
      FROM events WHERE user_id = ?1 AND happened_at >= ?2 AND (happened_at, id) < (?3, ?4)
      ORDER BY happened_at DESC, id DESC LIMIT ?5
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(moment)),
        .integer(try StoredTime.milliseconds(position?.moment) ?? .max), .blob(position?.id.bytes ?? []),
        .integer(Int64(limit)),
      ]
    ) { row in try RecordedEvent(row) }
  }

  package func hasUnsealedEvents() throws -> Bool {
    try first("SELECT 1 FROM events WHERE number IS NULL LIMIT 1", []) { _ in true } ?? false
  }

  package func unsealedEvents(limit: Int) throws -> [RecordedEvent] {
    try all(
      """
      SELECT id, happened_at, type, actor, actor_id, user_id, application_id, session_id, device, network, data,
        number, salt, client_digest, seal, 1
      FROM events WHERE number IS NULL ORDER BY id LIMIT ?1
      """, [.integer(Int64(limit))]
    ) { row in try RecordedEvent(row) }
  }

  package func lastSealedNumber() throws -> Int64 {
    let last = try first(
      "SELECT number FROM events WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1", []
    ) {
      row in try row.integer(0)
    }
    return try last ?? chainPoint(at: .start)?.number ?? 0
  }

  package func sealedEvents(after number: Int64, limit: Int) throws -> [RecordedEvent] {
    try all(
      """
      SELECT id, happened_at, type, actor, actor_id, user_id, application_id, session_id, device, network, data,
        number, salt, client_digest, seal,
        CASE WHEN EXISTS (SELECT 1 FROM users WHERE users.id = events.user_id) THEN 1 ELSE 0 END
      FROM events WHERE number > ?1 ORDER BY number LIMIT ?2
      """, [.integer(number), .integer(Int64(limit))]
    ) { row in try RecordedEvent(row) }
  }

  package func events(after id: Event.ID?, limit: Int) throws -> [RecordedEvent] {
    try all(
      """
      SELECT id, happened_at, type, actor, actor_id, user_id, application_id, session_id, device, network, data,
        number, salt, client_digest, seal, 1
      FROM events WHERE id > ?1 ORDER BY id LIMIT ?2
      """, [.blob(id?.bytes ?? []), .integer(Int64(limit))]
    ) { row in try RecordedEvent(row) }
  }

  package func events(before id: Event.ID?, since moment: Date, limit: Int) throws -> [RecordedEvent] {
    try all(
      """
      SELECT id, happened_at, type, actor, actor_id, user_id, application_id, session_id, device, network, data,
        number, salt, client_digest, seal, 1
      FROM events WHERE id < ?1 AND id >= ?2 ORDER BY id DESC LIMIT ?3
      """,
      [
        .blob(id?.bytes ?? [UInt8](repeating: 0xff, count: 17)), .blob(Event.ID.first(at: moment).bytes),
        .integer(Int64(limit)),
      ]
    ) { row in try RecordedEvent(row) }
  }

  package func eventCounts(from start: EventHour, until end: EventHour, hours: Int) throws -> [EventCount] {
    try all(
      """
      SELECT (hour / ?3) * ?3 AS part, type, detail, CAST(SUM(count) AS BIGINT)
      FROM event_counts WHERE hour >= ?1 AND hour < ?2 GROUP BY part, type, detail ORDER BY part, type, detail
      """, [.integer(start.number), .integer(end.number), .integer(Int64(hours))]
    ) { row in
      EventCount(
        hour: EventHour(number: try row.integer(0)), type: try row.text(1), detail: try row.text(2),
        count: Int(try row.integer(3)))
    }
  }

  package func timeOfNewestEvent(of type: EventType) throws -> Date? {
    // The events themselves have no index of types.
    let unsealed =
      try first(
        "SELECT MAX(happened_at) FROM events WHERE number IS NULL AND type = ?1", [.text(type.rawValue)]
      ) { row in try row.optionalInteger(0) } ?? nil
    if let unsealed { return StoredTime.moment(unsealed) }
    let hour =
      try first(
        // By the primary key, so the search ends at the newest row of the type.
        "SELECT hour FROM event_counts WHERE type = ?1 ORDER BY hour DESC LIMIT 1", [.text(type.rawValue)]
      ) { row in try row.integer(0) }
    return hour.map { EventHour(number: $0).start }
  }

  package func chainPoint(at place: EventChainPoint.Place) throws -> EventChainPoint? {
    try first("SELECT number, seal, code FROM event_chain WHERE place = ?1", [.text(place.rawValue)]) { row in
      EventChainPoint(number: try row.integer(0), seal: try row.blob(1), code: try row.blob(2))
    }
  }
}

extension SQLWriting {
  package func insert(_ event: Event) throws {
    try insert(
      """
      INSERT INTO events (id, happened_at, type, actor, actor_id, user_id, application_id, session_id, device, network,
        data)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """,
      [
        .blob(event.id.bytes), .integer(try StoredTime.milliseconds(event.at)),
        .text(event.kind.type.rawValue), .text(event.origin.actor.name), SQLValue(event.origin.actor.id),
        SQLValue(event.subjects.user?.bytes), SQLValue(event.subjects.application),
        SQLValue(event.subjects.session?.bytes), SQLValue(event.origin.client.device),
        SQLValue(event.origin.client.network), .text(StoredJSON.text(event.kind.data)),
      ])
  }

  package func seal(_ event: Event.ID, with seal: EventSeal) throws {
    try change(
      "event",
      """
      UPDATE events SET number = ?2, salt = ?3, client_digest = ?4, seal = ?5
      WHERE id = ?1 AND number IS NULL
      """,
      values: [
        .blob(event.bytes), .integer(seal.number), SQLValue(seal.salt), .blob(seal.clientDigest),
        .blob(seal.code),
      ])
  }

  package func setChainPoint(_ point: EventChainPoint, at place: EventChainPoint.Place) throws {
    try apply(
      """
      INSERT INTO event_chain (place, number, seal, code) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (place) DO UPDATE SET number = ?2, seal = ?3, code = ?4
      """, [.text(place.rawValue), .integer(point.number), .blob(point.seal), .blob(point.code)])
  }

  package func removeEvents(upTo number: Int64) throws {
    try apply("DELETE FROM events WHERE number <= ?1", [.integer(number)])
  }

  package func add(_ count: EventCount) throws {
    try apply(
      """
      INSERT INTO event_counts (hour, type, detail, count) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (hour, type, detail) DO UPDATE SET count = event_counts.count + excluded.count
      """,
      [
        .integer(count.hour.number), .text(count.type), .text(count.detail), .integer(Int64(count.count)),
      ])
  }

  package func removeEventCounts(before hour: EventHour) throws {
    try apply("DELETE FROM event_counts WHERE hour < ?1", [.integer(hour.number)])
  }

  /// Erases the clients of the events of a user who is deleted, also of those that the user has caused as an administrator.
  /// The chain has a digest of each client, so it stays valid.
  func eraseClients(ofEventsAbout user: User.ID) throws {
    try apply(
      """
      UPDATE events SET device = NULL, network = NULL, salt = NULL
      WHERE user_id = ?1 AND (device IS NOT NULL OR network IS NOT NULL)
      """, [.blob(user.bytes)])
    try apply(
      """
      UPDATE events SET device = NULL, network = NULL, salt = NULL
      WHERE actor = 'administrator' AND actor_id = ?1 AND (device IS NOT NULL OR network IS NOT NULL)
      """, [.text(user.text)])
  }
}

extension RecordedEvent {
  fileprivate init(_ row: borrowing SQLRow) throws {
    var seal: EventSeal?
    if let number = try row.optionalInteger(11) {
      seal = EventSeal(
        number: number, salt: try row.optionalBlob(12), clientDigest: try row.optionalBlob(13) ?? [],
        code: try row.optionalBlob(14) ?? [])
    }
    self.init(
      id: try row.identifier(0), at: StoredTime.moment(try row.integer(1)), type: try row.text(2),
      actor: Actor(name: try row.text(3), id: try row.optionalText(4)),
      subjects: EventSubjects(
        user: try row.optionalIdentifier(5), application: try row.optionalText(6),
        session: try row.optionalIdentifier(7)),
      client: ClientDescription(device: try row.optionalText(8), network: try row.optionalText(9)),
      data: try row.text(10), seal: seal, hasUser: try row.integer(15) != 0)
  }
}
