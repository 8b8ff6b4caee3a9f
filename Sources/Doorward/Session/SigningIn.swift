internal import Encodings

/// Proofs: what every method sends when the person has proven who they are.
extension SessionEngine {
  /// Signs in with a proof. Whoever is signed in is named along: a visitor becomes a registered user by it, and
  /// the same user's session counts as signed in just now.
  ///
  /// - Throws: ``DoorwardError``.
  func signIn(_ path: String, _ proof: JSONObject) async throws -> DoorwardAuthState {
    let turn = takeTurn()
    let token = await presentToken()
    let askedAt = now
    let session = try await submit(path, proof, token)
    return try await adopt(session, turn: turn, askedAt: askedAt)
  }

  /// The account token of who is signed in, unless it takes long to get: then the person signs in without it.
  private func presentToken() async -> String? {
    guard kept?.session != nil || !hasRestored else { return nil }
    let (tokens, continuation) = AsyncStream<String?>.makeStream()
    Task { continuation.yield(try? await accountToken()) }
    let patience = Task {
      try await clock.sleep(.seconds(5))
      continuation.yield(nil)
    }
    defer { patience.cancel() }
    for await token in tokens { return token }
    return nil
  }

  private func submit(
    _ path: String, _ proof: JSONObject, _ token: String?
  ) async throws(DoorwardError) -> JSONValue {
    do {
      return try await api.call("POST", path, proof, token: token)
    } catch {
      guard token != nil, error.status == 401, error.code == .invalidToken else { throw error }
    }
    // The session it names has ended elsewhere; nothing of the proof has been looked at.
    return try await api.call("POST", path, proof)
  }

  /// Adds what is proven to who is signed in.
  ///
  /// - Throws: ``DoorwardError``.
  func link(_ path: String, _ proof: JSONObject) async throws -> DoorwardAuthState {
    let (user, generation) = try await accountCall("POST", path, proof)
    return try await adopt(user: user, of: generation)
  }

  /// Asks for a challenge; one to link with is for who is signed in.
  ///
  /// - Throws: ``DoorwardError``.
  func challenge(_ path: String, _ request: JSONObject, isLink: Bool) async throws -> JSONValue {
    var request = request
    request["purpose"] = isLink ? "link" : "sign_in"
    if isLink { return try await accountCall("POST", path, request).answer }
    return try await api.call("POST", path, request)
  }
}
