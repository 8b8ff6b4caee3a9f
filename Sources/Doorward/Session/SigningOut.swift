internal import Encodings
internal import Foundation

/// Signing out: here at once and whatever else, on the server when it can be told.
extension SessionEngine {
  /// Signs out on this device.
  ///
  /// - Throws: ``DoorwardError`` where the storage could not be made to forget who was here, and the server could not be
  ///   made to forget the session; of a guest it knows nothing.
  func signOut() async throws(DoorwardError) {
    _ = carryOut(takeTurn())
    // It is told meanwhile: another process may keep the storage for long.
    let known = kept?.session
    let early = known.map { tellSignedOut($0) }
    let last = await end(generation)
    let ended = known ?? last
    if let ended { guard await tell(ended, by: early) else { return } }
    // It may be another's, who was signed out of as they were kept.
    if let left = leftBehind, left.notice != .given, let session = left.record?.session,
      session.sessionID != ended?.sessionID
    {
      guard await tell(session) else { return }
    }
    guard let left = leftBehind, left.notice != .given else { return }
    throw Self.isLeftBehind(left)
  }

  /// Tells the server that a session is over, and notes it of what is left.
  ///
  /// - Returns: Whether there is somebody to be told what came of it: not who does not wait.
  private func tell(_ session: SessionRecord, by early: Task<Bool, Never>? = nil) async -> Bool {
    let telling = early ?? tellSignedOut(session)
    guard let isTold = try? await abandonable({ await telling.value }) else { return false }
    // Once more: as it was told early there was nothing left yet to note it of.
    noteOfLeftBehind(session, isTold)
    return true
  }

  /// Signs out on every other device.
  ///
  /// - Throws: ``DoorwardError`` when the server could not be told.
  func signOutElsewhere() async throws {
    _ = try await accountCall("POST", "/v1/sign-out", ["scope": "others"])
  }

  /// Signs out on every device: here in any case.
  ///
  /// - Throws: ``DoorwardError`` when the server could not be told of the others.
  func signOutEverywhere() async throws(DoorwardError) {
    _ = carryOut(takeTurn())
    let isGood = isFresh
    let unread = undeterminedReason
    let ended = await end(generation)
    guard let last = ended ?? leftBehind?.record?.session else {
      // Of a guest there are no others.
      if let left = leftBehind, left.record != nil { throw Self.isLeftBehind(left) }
      // There may have been a session, which nobody could read to say who it is.
      if let reason = unread ?? leftBehind.map({ .storage($0.reason) }) { throw Self.notEverywhere(reason) }
      return
    }
    // A task of its own: who calls this off wants to be signed out all the same.
    let telling = Task { await endEverywhere(last, isGood) }
    let outcome: DoorwardError?
    // Whoever does not wait for it is not told.
    do { outcome = try await abandonable { await telling.value } } catch { return }
    if let outcome { throw Self.notEverywhere(outcome) }
    noteOfLeftBehind(last, true)
  }

  /// - Returns: what kept the server from being told.
  private nonisolated func endEverywhere(_ last: SessionRecord, _ isGood: Bool) async -> DoorwardError? {
    do throws(DoorwardError) {
      if isGood {
        do throws(DoorwardError) {
          try await endAll(last)
          return nil
        } catch {
          guard error.status == 401 else { throw error }
        }
      }
      // Nobody has it any more, so that its next tokens are nobody else's.
      var next = last
      next.pendingRefresh = last.pendingRefresh ?? UUID().uuidString
      let fresh = try await renewed(next)
      try await endAll(fresh)
      return nil
    } catch {
      await revoke(last)
      return error
    }
  }

  private static func isLeftBehind(_ left: LeftBehind) -> DoorwardError {
    DoorwardError(
      code: .sessionLeftBehind,
      reason:
        "You are signed out, and the session could not be removed: it may be back when the app is started.",
      recoverySuggestion: "Sign out once more when that is mended.",
      underlyingError: DoorwardError.storage(left.reason))
  }

  private static func notEverywhere(_ error: DoorwardError) -> DoorwardError {
    DoorwardError(
      code: .notSignedOutElsewhere, reason: "This device is signed out, and the others could not be.",
      recoverySuggestion: "Sign in again and repeat it.", traceID: error.traceID, status: error.status,
      retryAfter: error.retryAfter, underlyingError: error)
  }

  private nonisolated func endAll(_ session: SessionRecord) async throws(DoorwardError) {
    try await api.call("POST", "/v1/sign-out", ["scope": "all"], token: session.accountToken)
  }

  /// Tells the server that a session is over, and waits for nothing: whoever gives up waiting for the task does not
  /// take it along.
  @discardableResult nonisolated func tellSignedOut(_ session: SessionRecord) -> Task<Bool, Never> {
    Task {
      let isTold = await revoke(session)
      await noteOfLeftBehind(session, isTold)
      return isTold
    }
  }

  /// The refresh token ends its session even where the other tokens have expired (RFC 7009).
  ///
  /// - Returns: Whether the server was told.
  @discardableResult nonisolated func revoke(_ session: SessionRecord) async -> Bool {
    do {
      try await api.call("POST", "/v1/revoke", ["token": .string(session.refreshToken)])
      return true
    } catch {
      logger.info("The server could not be told of the sign-out: \(error.code.rawValue).")
      return false
    }
  }
}
