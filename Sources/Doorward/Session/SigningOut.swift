internal import Encodings

/// Signing out: here at once and whatever else, on the server when it can be told.
extension SessionEngine {
  func signOut() async {
    let session = kept?.session
    await end(generation)
    if let session { await revoke(session) }
  }

  /// Signs out on every other device.
  ///
  /// - Throws: ``DoorwardError`` when the server could not be told.
  func signOutElsewhere() async throws {
    _ = try await accountCall("POST", "/v1/sign-out", ["scope": "others"])
  }

  /// Signs out on every device.
  func signOutEverywhere() async {
    let session = kept?.session
    // Asked for before the tokens are gone; an old one is renewed for it, as long as nobody waits for that.
    let token = try? await accountToken().token
    await end(generation)
    guard let session else { return }
    guard let token else { return await revoke(session) }
    do {
      try await api.call("POST", "/v1/sign-out", ["scope": "all"], token: token)
    } catch {
      await revoke(session)
    }
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
