package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func message(_ id: QueuedMessage.ID) throws -> QueuedMessage? {
    try first(
      """
      SELECT id, application_id, channel, recipient, kind, created_at, expires_at, sealed_content, state, attempts,
        next_attempt_at, outcome_code, outcome_detail, ended_at, user_id, challenge_id
      FROM outgoing_messages WHERE id = ?1
      """, [.blob(id.bytes)]
    ) { row in try QueuedMessage(row) }
  }

  package func hasDueMessage(on channel: DeliveryChannel, at instant: Date) throws -> Bool {
    try first(
      "SELECT 1 FROM outgoing_messages WHERE state = 'waiting' AND channel = ?1 AND next_attempt_at <= ?2 LIMIT 1",
      [.text(channel.rawValue), .integer(try StoredTime.milliseconds(instant))]
    ) { row in try row.integer(0) } != nil
  }

  package func countOfWaitingMessages(on channel: DeliveryChannel, at instant: Date) throws -> Int {
    Int(
      try first(
        """
        SELECT count(*) FROM outgoing_messages WHERE state = 'waiting' AND channel = ?1 AND expires_at > ?2
        """,
        [.text(channel.rawValue), .integer(try StoredTime.milliseconds(instant))]
      ) { row in try row.integer(0) } ?? 0)
  }

  package func waitingMessages(on channel: DeliveryChannel, limit: Int) throws -> [QueuedMessage] {
    try all(
      """
      SELECT id, application_id, channel, recipient, kind, created_at, expires_at, NULL, state, attempts,
        next_attempt_at, outcome_code, outcome_detail, ended_at, user_id, challenge_id
      FROM outgoing_messages WHERE state = 'waiting' AND channel = ?1 ORDER BY next_attempt_at LIMIT ?2
      """, [.text(channel.rawValue), .integer(Int64(limit))]
    ) { row in try QueuedMessage(row) }
  }

  package func undeliveredMessages(
    after position: ListPosition<QueuedMessage>?, limit: Int
  ) throws -> [QueuedMessage] {
    try all(
      """
      SELECT id, application_id, channel, recipient, kind, created_at, expires_at, sealed_content, state, attempts,
        next_attempt_at, outcome_code, outcome_detail, ended_at, user_id, challenge_id
      FROM outgoing_messages WHERE state IN ('failed', 'expired')
        AND (created_at, id) < (?1, ?2)
      ORDER BY created_at DESC, id DESC LIMIT ?3
      """,
      [
        .integer(try StoredTime.milliseconds(position?.moment) ?? .max), .blob(position?.id.bytes ?? []),
        .integer(Int64(limit)),
      ]
    ) { row in try QueuedMessage(row) }
  }

  package func messages(ofUser user: User.ID) throws -> [QueuedMessage] {
    try all(
      """
      SELECT id, application_id, channel, recipient, kind, created_at, expires_at, sealed_content, state, attempts,
        next_attempt_at, outcome_code, outcome_detail, ended_at, user_id, challenge_id
      FROM outgoing_messages
      WHERE id IN (
        SELECT id FROM outgoing_messages WHERE user_id = ?1
        UNION ALL
        SELECT id FROM outgoing_messages WHERE user_id IS NULL AND lower(recipient) IN (
          SELECT identifier FROM identities WHERE user_id = ?1 AND kind IN ('email', 'phone')))
      ORDER BY created_at DESC, id DESC
      """, [.blob(user.bytes)]
    ) { row in try QueuedMessage(row) }
  }

  package func deliverySpending(onDay day: Int64) throws -> Int64 {
    try first("SELECT amount FROM delivery_spending WHERE day = ?1", [.integer(day)]) { row in
      try row.integer(0)
    } ?? 0
  }
}

extension SQLWriting {
  package func insert(_ message: QueuedMessage) throws {
    try insert(
      """
      INSERT INTO outgoing_messages (id, application_id, channel, recipient, kind, created_at, expires_at,
        sealed_content, state, attempts, next_attempt_at, user_id, challenge_id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting', 0, ?9, ?10, ?11)
      """,
      [
        .blob(message.id.bytes), .text(message.applicationID), .text(message.channel.rawValue),
        .text(message.recipient), .text(message.kind),
        .integer(try StoredTime.milliseconds(message.createdAt)),
        .integer(try StoredTime.milliseconds(message.expiresAt)), SQLValue(message.sealedContent),
        .integer(try StoredTime.milliseconds(message.nextAttemptAt)), SQLValue(message.userID?.bytes),
        SQLValue(message.challengeID?.bytes),
      ])
  }

  /// While a message is claimed, `next_attempt_at` is the end of the lease, so that no other claim finds the message.
  package func claimDueMessages(
    on channel: DeliveryChannel, at instant: Date, _ claim: DeliveryClaim, limit: Int
  ) throws -> [QueuedMessage] {
    let now = try StoredTime.milliseconds(instant)
    let due = try all(
      """
      SELECT id FROM outgoing_messages
      WHERE state = 'waiting' AND channel = ?1 AND next_attempt_at <= ?2 AND expires_at > ?2
      ORDER BY expires_at, id LIMIT ?3
      """, [.text(channel.rawValue), .integer(now), .integer(Int64(limit))]
    ) { row in try row.identifier(0, of: QueuedMessage.self) }
    return try due.compactMap { id in
      try change(
        "message",
        "UPDATE outgoing_messages SET next_attempt_at = ?2, claim = ?3, attempts = attempts + 1 WHERE id = ?1",
        values: [.blob(id.bytes), .integer(try StoredTime.milliseconds(claim.until)), .blob(claim.id.bytes)])
      return try message(id)
    }
  }

  package func finish(
    _ id: QueuedMessage.ID, claim: DeliveryClaim.ID, result: DeliveryResult, at instant: Date
  ) throws -> Bool {
    switch result {
    case .delivered(let note): try end(id, claim: claim, state: .delivered, note: note, at: instant)
    case .failed(let note): try end(id, claim: claim, state: .failed, note: note, at: instant)
    case .expired(let note): try end(id, claim: claim, state: .expired, note: note, at: instant)
    case .postponed(let next, let note):
      try changesRow(
        """
        UPDATE outgoing_messages SET next_attempt_at = ?3, claim = NULL, outcome_code = ?4, outcome_detail = ?5
        WHERE id = ?1 AND claim = ?2 AND state = 'waiting'
        """,
        [
          .blob(id.bytes), .blob(claim.bytes), .integer(try StoredTime.milliseconds(next)), .text(note.code),
          .text(note.detail),
        ])
    case .withheld:
      try changesRow(
        "DELETE FROM outgoing_messages WHERE id = ?1 AND claim = ?2 AND state = 'waiting'",
        [.blob(id.bytes), .blob(claim.bytes)])
    }
  }

  private func end(
    _ id: QueuedMessage.ID, claim: DeliveryClaim.ID, state: QueuedMessage.State, note: DeliveryNote,
    at instant: Date
  ) throws -> Bool {
    try changesRow(
      """
      UPDATE outgoing_messages SET state = ?3, ended_at = ?4, sealed_content = NULL, claim = NULL,
        outcome_code = ?5, outcome_detail = ?6
      WHERE id = ?1 AND claim = ?2 AND state = 'waiting'
      """,
      [
        .blob(id.bytes), .blob(claim.bytes), .text(state.rawValue),
        .integer(try StoredTime.milliseconds(instant)), .text(note.code), .text(note.detail),
      ])
  }

  package func cancelMessages(forChallenge challenge: ChallengeID, at instant: Date) throws {
    try apply(
      """
      UPDATE outgoing_messages SET state = 'cancelled', ended_at = ?2, sealed_content = NULL, claim = NULL
      WHERE challenge_id = ?1 AND state = 'waiting'
      """, [.blob(challenge.bytes), .integer(try StoredTime.milliseconds(instant))])
  }

  package func eraseMessages(ofUser user: User.ID) throws -> Int {
    try run("DELETE FROM outgoing_messages WHERE user_id = ?1", [.blob(user.bytes)])
  }

  /// The outcome of the last attempt stays, because it is the reason why the message was not delivered.
  package func expireDueMessages(on channel: DeliveryChannel, at instant: Date, limit: Int) throws -> Int {
    try run(
      """
      UPDATE outgoing_messages SET state = 'expired', ended_at = ?1, sealed_content = NULL, claim = NULL
      WHERE id IN (
        SELECT id FROM outgoing_messages
        WHERE state = 'waiting' AND channel = ?2 AND next_attempt_at <= ?1 AND expires_at <= ?1
        ORDER BY next_attempt_at LIMIT ?3)
      """,
      [.integer(try StoredTime.milliseconds(instant)), .text(channel.rawValue), .integer(Int64(limit))])
  }

  package func spendOnDelivery(_ amount: Int64, onDay day: Int64, limit: Int64) throws -> Bool {
    let spent = try deliverySpending(onDay: day)
    let (sum, overflow) = spent.addingReportingOverflow(amount)
    guard !overflow, amount <= 0 || sum <= limit else { return false }
    try apply(
      """
      INSERT INTO delivery_spending (day, amount) VALUES (?1, ?2)
      ON CONFLICT (day) DO UPDATE SET amount = excluded.amount
      """, [.integer(day), .integer(max(sum, 0))])
    return true
  }

  package func purgeMessages(
    deliveredBefore delivered: Date, undeliveredBefore undelivered: Date, limit: Int
  ) throws -> Int {
    let undeliveredMoment = try StoredTime.milliseconds(undelivered)
    let first = try run(
      """
      DELETE FROM outgoing_messages WHERE id IN (
        SELECT id FROM outgoing_messages WHERE state IN ('delivered', 'cancelled') AND ended_at < ?1 LIMIT ?2)
      """, [.integer(try StoredTime.milliseconds(delivered)), .integer(Int64(limit))])
    return first
      + (try run(
        """
        DELETE FROM outgoing_messages WHERE id IN (
          SELECT id FROM outgoing_messages WHERE state IN ('failed', 'expired') AND ended_at < ?1 LIMIT ?2)
        """, [.integer(undeliveredMoment), .integer(Int64(limit - first))]))
  }
}

extension QueuedMessage {
  fileprivate init(_ row: borrowing SQLRow) throws {
    let code = try row.optionalText(11)
    let detail = try row.optionalText(12) ?? ""
    self.init(
      id: try row.identifier(0), applicationID: try row.text(1), userID: try row.optionalIdentifier(14),
      challengeID: try row.optionalBlob(15).map(ChallengeID.init(bytes:)), channel: try row.choice(2),
      recipient: try row.text(3), kind: try row.text(4), createdAt: StoredTime.moment(try row.integer(5)),
      expiresAt: StoredTime.moment(try row.integer(6)), sealedContent: try row.optionalBlob(7),
      state: try row.choice(8), attempts: try row.integer(9),
      nextAttemptAt: StoredTime.moment(try row.integer(10)),
      outcome: code.map { DeliveryNote(code: $0, detail: detail) },
      endedAt: StoredTime.moment(try row.optionalInteger(13)))
  }
}
