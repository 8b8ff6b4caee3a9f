internal import Encodings
internal import Foundation

/// Signing out: here at once and whatever else, on the server when it can be told.
extension SessionEngine {
  func signOut() async {
    _ = carryOut(takeTurn())
    let known = kept?.session
    // It is told meanwhile: another process may keep the storage for long.
    let telling = known.map { session in Task { await revoke(session) } }
    let last = await end(generation)
    if known == nil, let last { await revoke(last) }
    await waiting { await telling?.value }
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
    guard let last = await end(generation) else { return }
    do throws(DoorwardError) {
      if isGood {
        do throws(DoorwardError) { return try await endAll(last) } catch {
          guard error.status == 401 else { throw error }
        }
      }
      // Nobody has it any more, so that its next tokens are nobody else's.
      var next = last
      next.pendingRefresh = last.pendingRefresh ?? UUID().uuidString
      try await endAll(renewed(next))
    } catch {
      await revoke(last)
      // Where its session had ended before, there is nobody to say which others there are.
      throw DoorwardError(
        code: error.code, reason: "This device is signed out, and the others could not be: \(error.reason)",
        recoverySuggestion: "Sign in again and repeat it.", traceID: error.traceID, status: error.status,
        retryAfter: error.retryAfter)
    }
  }

  private nonisolated func endAll(_ session: SessionRecord) async throws(DoorwardError) {
    try await api.call("POST", "/v1/sign-out", ["scope": "all"], token: session.accountToken)
  }

  /// Tells the server that a session is over, and waits for nothing.
  nonisolated func tellSignedOut(_ session: SessionRecord) { Task { await revoke(session) } }

  /// The refresh token ends its session even where the other tokens have expired (RFC 7009).
  private nonisolated func revoke(_ session: SessionRecord) async {
    do {
      try await api.call("POST", "/v1/revoke", ["token": .string(session.refreshToken)])
    } catch {
      logger.info("The server could not be told of the sign-out: \(error.code.rawValue).")
    }
  }
}
