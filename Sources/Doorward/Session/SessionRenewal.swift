internal import Encodings
internal import Foundation

/// Fresh tokens, whoever asks and however many.
extension SessionEngine {
  /// The access token of whoever there is: a user, or a guest.
  ///
  /// - Throws: ``DoorwardError``.
  func accessToken() async throws -> String {
    try await restoreIfNeeded()
    if kept?.session != nil { return try await fresh().accessToken }
    return try await guestToken()
  }

  /// The account token, fresh, and the generation it is of.
  func accountToken() async throws -> (token: String, generation: UInt64) {
    let record = try await fresh()
    return (record.accountToken, generation)
  }

  /// A call that needs the account token.
  ///
  /// A device whose clock was set back takes an old token for a fresh one; the server says so, and one that is
  /// new is tried.
  func accountCall(
    _ method: String, _ path: String, _ body: JSONObject? = nil
  ) async throws -> (answer: JSONValue, generation: UInt64) {
    let (token, begun) = try await accountToken()
    do {
      let answer = try await api.call(method, path, body, token: token)
      return (answer, begun)
    } catch {
      guard error.status == 401, error.code == .invalidToken else { throw error }
    }
    let record = try await renewed { $0.accountToken != token }
    let answer = try await api.call(method, path, body, token: record.accountToken)
    return (answer, begun)
  }

  /// The access token that came after one that a backend refused.
  func accessToken(after refused: String) async throws -> String {
    guard kept?.session != nil else { return try await guestToken(after: refused) }
    return try await renewed { $0.accessToken != refused }.accessToken
  }

  private func renewed(unless isNew: (SessionRecord) -> Bool) async throws -> SessionRecord {
    if let record = kept?.session, isNew(record) { return record }
    return try await renew()
  }

  private func fresh() async throws -> SessionRecord {
    try await restoreIfNeeded()
    guard let record = kept?.session else { throw DoorwardError.notSignedIn }
    return record.freshness(leeway: leeway).contains(now) ? record : try await renew()
  }

  /// Renews the tokens; callers at once share one renewal.
  @discardableResult func renew() async throws -> SessionRecord {
    try await restoreIfNeeded()
    guard kept?.session != nil else { throw DoorwardError.notSignedIn }
    let begun = generation
    let task: Task<SessionRecord, any Error>
    if let renewal, renewal.generation == begun {
      task = renewal.task
    } else {
      // A task of its own: a caller that gives up must not take the renewal from the others.
      task = Task { try await self.renew(in: begun) }
      renewal = (begun, task)
    }
    defer { if renewal?.task == task { renewal = nil } }
    do {
      return try await task.value
    } catch {
      // Whose session this was is no longer who is signed in; that it was called off says less.
      throw begun == generation ? error : DoorwardError.sessionEnded
    }
  }

  private func renew(in begun: UInt64) async throws(DoorwardError) -> SessionRecord {
    try await alone { () async throws(DoorwardError) in try await self.renewAlone(in: begun) }
  }

  /// With no other process renewing: one that did so before us has left its tokens in the storage.
  private func renewAlone(in begun: UInt64) async throws(DoorwardError) -> SessionRecord {
    guard begun == generation, let mine = kept?.session else { throw .sessionEnded }
    guard var current = try await current(in: begun) else { throw .sessionEnded }
    if current.refreshToken != mine.refreshToken, current.freshness(leeway: leeway).contains(now) {
      await publish()
      return current
    }
    // Kept before it is sent: who is killed now asks with the same key, and is given the same answer.
    let key = current.pendingRefresh ?? UUID().uuidString
    current.pendingRefresh = key
    try await save(.session(current), in: begun)
    let answer = try await ask(current.refreshToken, key, begun)
    guard begun == generation else { throw .sessionEnded }
    let new = try SessionRecord(session: answer, receivedAt: now)
    try await save(.session(new), in: begun)
    verified()
    await publish()
    logger.debug("The tokens were renewed.")
    return new
  }

  /// Asks for the tokens, again and again while it may help. A definite refusal signs out; nothing else does.
  private func ask(
    _ refreshToken: String, _ key: String, _ begun: UInt64
  ) async throws(DoorwardError) -> JSONValue {
    var pause = Duration.milliseconds(200)
    for attempt in 1... {
      do {
        return try await api.call(
          "POST", "/v1/token", ["grant_type": "refresh_token", "refresh_token": .string(refreshToken)],
          idempotencyKey: key)
      } catch {
        if error.code.rawValue == "invalid_grant" {
          logger.info("The server has ended the session (\(error.traceID ?? "no trace id")).")
          await end(begun, isAlone: true)
          throw .sessionEnded
        }
        guard error.isRetryable, attempt < 4 else { throw error }
        do { try await clock.sleep(error.retryAfter.map { min($0, .seconds(5)) } ?? pause) } catch {
          throw .cancelled
        }
        pause = pause * 2 * Double.random(in: 0.75...1.25)
      }
    }
    throw .offline
  }
}
