package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func webhooks() throws -> [Webhook] {
    try all(
      """
      SELECT id, url, types, application_id, description, includes_client, is_enabled, secret, previous_secret,
        previous_secret_ends_at, created_by, created_at, failing_since
      FROM webhooks ORDER BY created_at, id
      """, []
    ) { row in try Webhook(row) }
  }

  package func webhook(_ id: Webhook.ID) throws -> Webhook? {
    try first(
      """
      SELECT id, url, types, application_id, description, includes_client, is_enabled, secret, previous_secret,
        previous_secret_ends_at, created_by, created_at, failing_since
      FROM webhooks WHERE id = ?1
      """, [.blob(id.bytes)]
    ) { row in try Webhook(row) }
  }

  package func hasDueDelivery(to webhook: Webhook.ID, at instant: Date) throws -> Bool {
    try first(
      """
      SELECT 1 FROM webhook_deliveries AS due
      WHERE webhook_id = ?1 AND state = 'waiting' AND next_attempt_at <= ?2 AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries AS older
        WHERE older.webhook_id = ?1 AND older.user_id = due.user_id AND older.state = 'waiting'
          AND older.number < due.number)
      LIMIT 1
      """, [.blob(webhook.bytes), .integer(try StoredTime.milliseconds(instant))]
    ) { _ in true } ?? false
  }

  package func webhookDelivery(of event: Event.ID, to webhook: Webhook.ID) throws -> WebhookDelivery? {
    try first(
      """
      SELECT webhook_id, event_id, number, type, user_id, state, attempts, created_at, next_attempt_at, status,
        outcome_code, outcome_detail, ended_at
      FROM webhook_deliveries WHERE webhook_id = ?1 AND event_id = ?2
      """, [.blob(webhook.bytes), .blob(event.bytes)]
    ) { row in try WebhookDelivery(row) }
  }

  package func webhookDeliveries(
    to webhook: Webhook.ID, in state: WebhookDelivery.State?, after position: Event.ID?, limit: Int
  ) throws -> [WebhookDelivery] {
    try all(
      """
      SELECT webhook_id, event_id, number, type, user_id, state, attempts, created_at, next_attempt_at, status,
        outcome_code, outcome_detail, ended_at
      FROM webhook_deliveries
      WHERE webhook_id = ?1 AND event_id < ?2 AND (?3 = '' OR state = ?3)
      ORDER BY event_id DESC LIMIT ?4
      """,
      [
        .blob(webhook.bytes), .blob(position?.bytes ?? [UInt8](repeating: 0xff, count: 17)),
        .text(state?.rawValue ?? ""), .integer(Int64(limit)),
      ]
    ) { row in try WebhookDelivery(row) }
  }

  package func countOfWaitingWebhookDeliveries() throws -> Int {
    Int(
      try first("SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting'", []) { row in
        try row.integer(0)
      } ?? 0)
  }
}

extension SQLWriting {
  package func insert(_ webhook: Webhook) throws {
    try insert(
      """
      INSERT INTO webhooks (id, url, types, application_id, description, includes_client, is_enabled, secret,
        previous_secret, previous_secret_ends_at, created_by, created_at, failing_since)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      """,
      try webhook.changeableValues + [
        .text(webhook.createdBy), .integer(StoredTime.milliseconds(webhook.createdAt)),
        SQLValue(StoredTime.milliseconds(webhook.failingSince)),
      ])
  }

  package func update(_ webhook: Webhook) throws {
    try change(
      "webhook",
      """
      UPDATE webhooks SET url = ?2, types = ?3, application_id = ?4, description = ?5, includes_client = ?6,
        is_enabled = ?7, secret = ?8, previous_secret = ?9, previous_secret_ends_at = ?10, failing_since = ?11
      WHERE id = ?1
      """,
      values: try webhook.changeableValues + [SQLValue(StoredTime.milliseconds(webhook.failingSince))])
  }

  package func removeWebhookDeliveries(to webhook: Webhook.ID, limit: Int) throws -> Int {
    try run(
      """
      DELETE FROM webhook_deliveries WHERE webhook_id = ?1 AND event_id IN (
        SELECT event_id FROM webhook_deliveries WHERE webhook_id = ?1 LIMIT ?2)
      """, [.blob(webhook.bytes), .integer(Int64(limit))])
  }

  package func deleteWebhook(_ id: Webhook.ID) throws -> Bool {
    try run("DELETE FROM webhooks WHERE id = ?1", [.blob(id.bytes)]) == 1
  }

  package func enqueue(_ delivery: WebhookDelivery) throws {
    try apply(
      """
      INSERT INTO webhook_deliveries (webhook_id, event_id, number, type, user_id, state, attempts, created_at,
        next_attempt_at)
      VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', 0, ?6, ?7)
      ON CONFLICT (webhook_id, event_id) DO UPDATE SET state = 'waiting', attempts = 0, ended_at = NULL,
        next_attempt_at = excluded.next_attempt_at
      WHERE webhook_deliveries.claim IS NULL
      """,
      [
        .blob(delivery.webhook.bytes), .blob(delivery.event.bytes), .integer(delivery.number),
        .text(delivery.type), SQLValue(delivery.user?.bytes),
        .integer(try StoredTime.milliseconds(delivery.createdAt)),
        .integer(try StoredTime.milliseconds(delivery.nextAttemptAt)),
      ])
  }

  /// While a delivery is claimed, `next_attempt_at` is the end of the lease, so that no other claim finds it.
  package func claimDueDeliveries(
    to webhook: Webhook.ID, at instant: Date, _ claim: DeliveryClaim, limit: Int
  ) throws -> [WebhookDelivery] {
    let due = try all(
      """
      SELECT event_id FROM webhook_deliveries AS due
      WHERE webhook_id = ?1 AND state = 'waiting' AND next_attempt_at <= ?2 AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries AS older
        WHERE older.webhook_id = ?1 AND older.user_id = due.user_id AND older.state = 'waiting'
          AND older.number < due.number)
      ORDER BY next_attempt_at, number LIMIT ?3
      """,
      [.blob(webhook.bytes), .integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))]
    ) { row in try row.identifier(0, of: Event.self) }
    return try due.compactMap { event in
      try change(
        "webhook delivery",
        """
        UPDATE webhook_deliveries SET next_attempt_at = ?3, claim = ?4, attempts = attempts + 1
        WHERE webhook_id = ?1 AND event_id = ?2
        """,
        values: [
          .blob(webhook.bytes), .blob(event.bytes), .integer(try StoredTime.milliseconds(claim.until)),
          .blob(claim.id.bytes),
        ])
      return try webhookDelivery(of: event, to: webhook)
    }
  }

  package func finish(
    _ delivery: WebhookDelivery, claim: DeliveryClaim.ID, _ result: WebhookResult, _ outcome: WebhookOutcome,
    at instant: Date
  ) throws -> Bool {
    let key: [SQLValue] = [
      .blob(delivery.webhook.bytes), .blob(delivery.event.bytes), .blob(claim.bytes),
      SQLValue(outcome.status.map(Int64.init)), .text(outcome.note.code), .text(outcome.note.detail),
    ]
    let state: WebhookDelivery.State
    switch result {
    case .delivered: state = .delivered
    case .failed: state = .failed
    case .postponed(let next):
      let time = try StoredTime.milliseconds(next)
      guard
        try changesRow(
          """
          UPDATE webhook_deliveries SET claim = NULL, status = ?4, outcome_code = ?5, outcome_detail = ?6,
            next_attempt_at = ?7
          WHERE webhook_id = ?1 AND event_id = ?2 AND claim = ?3 AND state = 'waiting'
          """, key + [.integer(time)])
      else { return false }
      guard let user = delivery.user else { return true }
      // So the next query does not examine them in vain.
      try apply(
        """
        UPDATE webhook_deliveries SET next_attempt_at = ?4
        WHERE webhook_id = ?1 AND user_id = ?2 AND number > ?3 AND state = 'waiting' AND next_attempt_at < ?4
        """,
        [.blob(delivery.webhook.bytes), .blob(user.bytes), .integer(delivery.number), .integer(time)])
      return true
    }
    let now = try StoredTime.milliseconds(instant)
    guard
      try changesRow(
        """
        UPDATE webhook_deliveries SET claim = NULL, status = ?4, outcome_code = ?5, outcome_detail = ?6, state = ?7,
          ended_at = ?8
        WHERE webhook_id = ?1 AND event_id = ?2 AND claim = ?3 AND state = 'waiting'
        """, key + [.text(state.rawValue), .integer(now)])
    else { return false }
    guard let user = delivery.user else { return true }
    // The next event of the user has waited for this one.
    try apply(
      """
      UPDATE webhook_deliveries SET next_attempt_at = ?3
      WHERE webhook_id = ?1 AND user_id = ?2 AND state = 'waiting' AND claim IS NULL AND attempts = 0
        AND next_attempt_at > ?3
      """, [.blob(delivery.webhook.bytes), .blob(user.bytes), .integer(now)])
    return true
  }

  package func failWaitingDeliveries(
    to webhook: Webhook.ID, _ outcome: WebhookOutcome, at instant: Date, limit: Int
  ) throws {
    try apply(
      """
      UPDATE webhook_deliveries SET state = 'failed', claim = NULL, status = ?2, outcome_code = ?3,
        outcome_detail = ?4, ended_at = ?5
      WHERE webhook_id = ?1 AND event_id IN (
        SELECT event_id FROM webhook_deliveries WHERE webhook_id = ?1 AND state = 'waiting' LIMIT ?6)
      """,
      [
        .blob(webhook.bytes), SQLValue(outcome.status.map(Int64.init)), .text(outcome.note.code),
        .text(outcome.note.detail), .integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit)),
      ])
  }

  package func purgeWebhookDeliveries(endedBefore moment: Date, limit: Int) throws -> Int {
    try run(
      """
      DELETE FROM webhook_deliveries WHERE (webhook_id, event_id) IN (
        SELECT webhook_id, event_id FROM webhook_deliveries WHERE ended_at < ?1 LIMIT ?2)
      """, [.integer(try StoredTime.milliseconds(moment)), .integer(Int64(limit))])
  }
}

extension Webhook {
  /// The first ten columns: the id, and the values that can change.
  fileprivate var changeableValues: [SQLValue] {
    get throws {
      [
        .blob(id.bytes), .text(url), .text(types.joined(separator: " ")), SQLValue(application), .text(note),
        .integer(includesClient ? 1 : 0), .integer(isEnabled ? 1 : 0), .blob(secret),
        SQLValue(previousSecret?.secret), SQLValue(try StoredTime.milliseconds(previousSecret?.endsAt)),
      ]
    }
  }

  fileprivate init(_ row: borrowing SQLRow) throws {
    var previous: PreviousSecret?
    if let secret = try row.optionalBlob(8) {
      previous = PreviousSecret(secret, endsAt: StoredTime.moment(try row.integer(9)))
    }
    self.init(
      id: try row.identifier(0), url: try row.text(1),
      types: try row.text(2).split(separator: " ").map(String.init),
      application: try row.optionalText(3), note: try row.text(4), includesClient: try row.integer(5) != 0,
      isEnabled: try row.integer(6) != 0, secret: try row.blob(7), previousSecret: previous,
      createdBy: try row.text(10), createdAt: StoredTime.moment(try row.integer(11)),
      failingSince: StoredTime.moment(try row.optionalInteger(12)))
  }
}

extension WebhookDelivery {
  fileprivate init(_ row: borrowing SQLRow) throws {
    let status = try row.optionalInteger(9).map { Int($0) }
    let detail = try row.optionalText(11) ?? ""
    let outcome = try row.optionalText(10).map {
      WebhookOutcome(status: status, DeliveryNote(code: $0, detail: detail))
    }
    self.init(
      webhook: try row.identifier(0), event: try row.identifier(1), number: try row.integer(2),
      type: try row.text(3), user: try row.optionalIdentifier(4), state: try row.choice(5),
      attempts: try row.integer(6), createdAt: StoredTime.moment(try row.integer(7)),
      nextAttemptAt: StoredTime.moment(try row.integer(8)), outcome: outcome,
      endedAt: StoredTime.moment(try row.optionalInteger(12)))
  }
}
