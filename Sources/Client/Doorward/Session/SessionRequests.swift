internal import DoorwardWire
internal import Encodings
internal import Foundation

/// The requests of the session machine.
struct SessionRequests: Sendable {
  let api: ServerAPI
  let clock: DoorwardClock
  let logger: DoorwardLogger
  let keys: RequestKeys

  /// A renewal keeps the storage locked, and other processes wait a minute for the lock. So no attempt begins later
  /// than this, and no attempt takes longer than the transport's patience.
  private static let lastAttempt = Duration.seconds(25)

  private var now: Double { clock.moment.wall }

  private func result<Value>(
    _ body: () async throws(DoorwardError) -> Value
  ) async -> Result<Value, DoorwardError> {
    do throws(DoorwardError) { return .success(try await body()) } catch { return .failure(error) }
  }

  // MARK: Renewal

  /// Renews the tokens, with up to four attempts if a retry may succeed.
  func renew(_ session: SessionRecord) async -> Result<SessionRecord, DoorwardError> {
    let began = clock.elapsed()
    var pause = Duration.milliseconds(200)
    var attempt = 1
    while true {
      let outcome = await result { () async throws(DoorwardError) in try await renewOnce(session) }
      guard case .failure(let error) = outcome else { return outcome }
      if error.isDefiniteRefusal {
        logger.info("The server has ended the session (\(error.traceID ?? "no trace id")).")
        return outcome
      }
      let wait = error.retryAfter ?? pause
      guard error.isRetryable, attempt < 4, wait <= .seconds(5),
        clock.elapsed() - began + wait < Self.lastAttempt
      else { return outcome }
      do { try await clock.sleep(wait) } catch { return .failure(.cancelled) }
      pause = pause * 2 * Double.random(in: 0.75...1.25)
      attempt += 1
    }
  }

  private func renewOnce(_ session: SessionRecord) async throws(DoorwardError) -> SessionRecord {
    let new = try await renew(token: session.refreshToken, key: session.pendingRefresh, of: session.sessionID)
    guard new.info.id == session.info.id else {
      throw .malformedAnswer("it belongs to another session", status: nil)
    }
    return new
  }

  private func renew(token: String, key: String?, of id: String) async throws(DoorwardError) -> SessionRecord
  {
    let askedAt = now
    let answer = try await api.call(
      "POST", WirePath.token,
      body: [
        TokenRequestMembers.grantType: .string(GrantType.refreshToken),
        TokenRequestMembers.refreshToken: .string(token),
      ],
      idempotencyKey: key)
    let new = try SessionRecord(session: answer, receivedAt: askedAt)
    // A cache on the network may return the answer to another request.
    guard new.sessionID == id else { throw .malformedAnswer("it belongs to another session", status: nil) }
    return new
  }

  // MARK: Visitors

  /// Becomes a visitor.
  ///
  /// - Returns: The visitor; nil if the application offers neither anonymous users nor guests.
  func visit(_ visit: Visit, _ guest: GuestRecord?) async -> Result<SessionHolder?, DoorwardError> {
    await result { () async throws(DoorwardError) in
      switch visit {
      case .anonymous: return .user(try await anonymousUser())
      case .guest: return .guest(try await self.guest(guest))
      case .offered:
        let answer = try await api.call("GET", WirePath.configuration)
        let methods = (answer[ConfigurationMembers.methods]?.array ?? []).compactMap(\.string)
        if methods.contains(WireMethod.anonymous) { return .user(try await anonymousUser()) }
        return methods.contains(WireMethod.guest) ? .guest(try await self.guest(guest)) : nil
      }
    }
  }

  private func anonymousUser() async throws(DoorwardError) -> SessionRecord {
    let askedAt = now
    let answer = try await keys.sending(WirePath.anonymous, [:]) { key throws(DoorwardError) in
      try await api.callRepeatedly("POST", WirePath.anonymous, body: .json([:]), idempotencyKey: key)
    }
    return try SessionRecord(session: answer, receivedAt: askedAt)
  }

  private func guest(_ guest: GuestRecord?) async throws(DoorwardError) -> GuestRecord {
    let askedAt = now
    let request: JSONObject = guest.map { [WireGuest.Members.secret: .string($0.secret)] } ?? [:]
    return try GuestRecord(
      answer: try await api.call("POST", WirePath.guest, body: request), receivedAt: askedAt)
  }

  // MARK: Sign-in

  func signIn(_ proof: SignInRequest, token: String?) async -> Result<SessionRecord, DoorwardError> {
    await result { () async throws(DoorwardError) in
      let askedAt = now
      let answer = try await api.callRepeatedly(
        "POST", proof.path, body: .json(proof.body), token: token, idempotencyKey: proof.key)
      return try SessionRecord(session: answer, receivedAt: askedAt)
    }
  }

  func user(of session: SessionRecord) async -> Result<SessionUser, DoorwardError> {
    await result { () async throws(DoorwardError) in
      try SessionUser(await api.call("GET", WirePath.user, token: session.accountToken))
    }
  }

  // MARK: Sign-out

  /// Ends a session by its refresh token, which works even if the other tokens have expired (RFC 7009).
  ///
  /// - Returns: Whether the session has ended, and the error if the user's other sessions have not ended.
  func end(
    _ session: EndedSession, everywhere: Bool, accountToken: String?
  ) async -> (isEnded: Bool, error: DoorwardError?) {
    var failure: DoorwardError?
    if everywhere {
      do throws(DoorwardError) {
        try await endAll(session, accountToken)
        return (true, nil)
      } catch {
        failure = error
      }
    }
    do throws(DoorwardError) {
      try await api.call(
        "POST", WirePath.revoke, body: [TokenRequestMembers.token: .string(session.refreshToken)])
      return (true, failure)
    } catch {
      logger.info("The request to end the session failed: \(error.code.rawValue).")
      return (false, failure ?? error)
    }
  }

  private func endAll(_ session: EndedSession, _ accountToken: String?) async throws(DoorwardError) {
    if let accountToken {
      do throws(DoorwardError) {
        return try await endAll(accountToken)
      } catch {
        guard error.status == 401 else { throw error }
      }
    }
    // The session has ended here, so no other part of the app uses the new tokens.
    let new = try await renew(
      token: session.refreshToken, key: session.refreshKey ?? UUID().uuidString, of: session.sessionID)
    try await endAll(new.accountToken)
  }

  private func endAll(_ accountToken: String) async throws(DoorwardError) {
    try await api.call(
      "POST", WirePath.signOut, body: [WireSignOutScope.member: .string(WireSignOutScope.all.rawValue)],
      token: accountToken)
  }
}
