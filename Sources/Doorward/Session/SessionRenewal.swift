internal import Encodings
internal import Foundation

/// A renewal that is under way, of the present generation.
struct Renewal {
  /// The token it puts another in the place of.
  let refreshToken: String
  let task: Task<SessionRecord, any Error>
}

/// Fresh tokens, whoever asks and however many.
extension SessionEngine {
  /// Whoever has the storage to itself gives it up before others stop waiting for it, after a minute: no try
  /// begins later than this, and none takes longer than the transport's patience.
  private static let lastTry = Duration.seconds(25)

  /// The access token of whoever there is, a user or a guest, and the generation it is of.
  ///
  /// - Throws: ``DoorwardError``.
  func token() async throws -> (text: String, generation: UInt64) {
    try await restoreIfNeeded()
    if kept?.session != nil {
      let (record, begun) = try await fresh()
      return (record.accessToken, begun)
    }
    let text = try await guestToken()
    return (text, generation)
  }

  func accessToken() async throws -> String { try await token().text }

  /// The access token that came after one that a backend refused.
  func accessToken(after refused: String, in begun: UInt64) async throws -> String {
    guard begun == generation else { throw DoorwardError.sessionEnded }
    guard let record = kept?.session else {
      let text = try await guestToken(after: refused)
      guard begun == generation, kept?.session == nil else { throw DoorwardError.sessionEnded }
      return text
    }
    if record.accessToken != refused { return record.accessToken }
    return try await renew(record).record.accessToken
  }

  /// A call that needs the account token.
  ///
  /// A device whose clock was set back between two launches takes an old token for a fresh one; the server says
  /// so, and one that is new is tried, of the same session.
  func accountCall(
    _ method: String, _ path: String, _ body: JSONObject? = nil
  ) async throws -> (answer: JSONValue, generation: UInt64) {
    let (record, begun) = try await fresh()
    do {
      let answer = try await api.call(method, path, body, token: record.accountToken)
      return (answer, begun)
    } catch {
      guard error.status == 401, error.code == .invalidToken else { throw error }
    }
    // What was asked for one user is never asked again for the next.
    guard begun == generation, let mine = kept?.session else { throw DoorwardError.sessionEnded }
    let next = mine.accountToken != record.accountToken ? (mine, begun) : try await renew(mine)
    let answer = try await api.call(method, path, body, token: next.0.accountToken)
    return (answer, next.1)
  }

  /// The session with tokens that are fresh.
  func fresh() async throws -> (record: SessionRecord, generation: UInt64) {
    try await restoreIfNeeded()
    guard let record = kept?.session else { throw DoorwardError.notSignedIn }
    if isFresh { return (record, generation) }
    let begun = generation
    // Renewed ahead of its end, it is good for a while yet: a server that is slow or away is no reason to fail.
    guard lifeLeft > 5 else { return try await renew(record) }
    do {
      return try await renew(record, patience: .seconds(5))
    } catch {
      guard (error as? DoorwardError)?.code != .sessionEnded, !Task.isCancelled, begun == generation,
        let record = kept?.session
      else { throw error }
      return lifeLeft > 0 ? (record, begun) : try await renew(record)
    }
  }

  /// Renews the tokens; callers at once share one renewal, and each waits for as long as it wants.
  @discardableResult func renew(
    _ stale: SessionRecord, patience: Duration? = nil
  ) async throws -> (record: SessionRecord, generation: UInt64) {
    let begun = generation
    let task = renewalTask(begun, stale.refreshToken)
    let outcome: Result<SessionRecord, any Error>
    do {
      outcome = .success(try await abandonable(for: patience) { try await task.value })
    } catch {
      outcome = .failure(error)
    }
    guard begun == generation else {
      // Whose session this was is no longer who is signed in, unless the sign-in that came between failed.
      guard let record = kept?.session, record.sessionID == stale.sessionID else {
        throw DoorwardError.sessionEnded
      }
      return isFresh ? (record, generation) : try await renew(record, patience: patience)
    }
    switch outcome {
    case .success(let record): return (record, begun)
    case .failure(let error): throw error as? DoorwardError ?? .cancelled
    }
  }

  private func renewalTask(_ begun: UInt64, _ refreshToken: String) -> Task<SessionRecord, any Error> {
    if let renewal, renewal.refreshToken == refreshToken { return renewal.task }
    // A task of its own: a caller that gives up must not take the renewal from the others.
    let task = Task {
      defer { if begun == generation, renewal?.refreshToken == refreshToken { renewal = nil } }
      return try await alone { () async throws(DoorwardError) in
        try await self.renewAlone(in: begun, refreshToken)
      }
    }
    renewal = Renewal(refreshToken: refreshToken, task: task)
    return task
  }

  /// With no other process renewing: one that did so before us has left its tokens in the storage.
  private func renewAlone(
    in begun: UInt64, _ stale: String
  ) async throws(DoorwardError) -> SessionRecord {
    guard var current = try await current(in: begun) else { throw .sessionEnded }
    if current.refreshToken != stale, isFresh { return current }
    // Kept before it is sent: who is killed now asks with the same key, and is given the same answer.
    if current.pendingRefresh == nil {
      current.pendingRefresh = UUID().uuidString
      try await save(.session(current), in: begun)
    }
    let new = try await ask(for: current, begun)
    try await save(.session(new), in: begun, isVerified: true)
    logger.debug("The tokens were renewed.")
    return new
  }

  /// Asks for the tokens, again and again while it may help. A definite refusal signs out; nothing else does.
  private func ask(
    for current: SessionRecord, _ begun: UInt64
  ) async throws(DoorwardError) -> SessionRecord {
    let began = clock.elapsed()
    var pause = Duration.milliseconds(200)
    for attempt in 1... {
      do throws(DoorwardError) {
        return try await renewed(current)
      } catch {
        // RFC 6749 §5.2: whoever else stands in between has no reason to say this.
        if error.code.rawValue == "invalid_grant", error.status == 400 {
          logger.info("The server has ended the session (\(error.traceID ?? "no trace id")).")
          await end(begun, isAlone: true)
          throw .sessionEnded
        }
        let wait = error.retryAfter ?? pause
        guard error.isRetryable, attempt < 4, wait <= .seconds(5),
          clock.elapsed() - began + wait < Self.lastTry
        else { throw error }
        do { try await clock.sleep(wait) } catch { throw .cancelled }
        pause = pause * 2 * Double.random(in: 0.75...1.25)
      }
    }
    throw .offline
  }

  /// Asks for the tokens that follow those of a session, once.
  nonisolated func renewed(_ session: SessionRecord) async throws(DoorwardError) -> SessionRecord {
    let askedAt = now
    let answer = try await api.call(
      "POST", "/v1/token",
      ["grant_type": "refresh_token", "refresh_token": .string(session.refreshToken)],
      idempotencyKey: session.pendingRefresh)
    let new = try SessionRecord(session: answer, receivedAt: askedAt)
    // A cache in between may mix answers up.
    guard new.sessionID == session.sessionID, new.info.id == session.info.id else {
      throw .malformedAnswer("it is of another session", status: nil)
    }
    return new
  }
}
