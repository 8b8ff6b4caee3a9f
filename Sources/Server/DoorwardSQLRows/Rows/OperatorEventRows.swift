package import DoorwardStore

extension SQLReading {
  package func hasOperatorEvents() throws -> Bool {
    try first("SELECT 1 FROM operator_events LIMIT 1", []) { _ in true } ?? false
  }
}

extension SQLWriting {
  package func insert(_ event: OperatorEvent) throws {
    try insert(
      "INSERT INTO operator_events (id, happened_at, members) VALUES (?1, ?2, ?3)",
      [
        .blob(event.id.bytes), .integer(try StoredTime.milliseconds(event.at)),
        .text(StoredJSON.text(event.members)),
      ])
  }

  package func takeOperatorEvents(limit: Int) throws -> [OperatorEvent] {
    let events = try all(
      "SELECT id, happened_at, members FROM operator_events ORDER BY happened_at, id LIMIT ?1",
      [.integer(Int64(limit))]
    ) { row in
      OperatorEvent(
        id: try row.identifier(0), at: StoredTime.moment(try row.integer(1)),
        members: try StoredJSON.object(try row.text(2)))
    }
    for event in events {
      try apply("DELETE FROM operator_events WHERE id = ?1", [.blob(event.id.bytes)])
    }
    return events
  }
}
