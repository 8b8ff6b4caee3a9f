internal import Encodings

/// Proofs: what every method sends when the person has proven who they are.
extension SessionEngine {
  /// Signs in with a proof. Whoever is signed in is named along: a visitor becomes a registered user by it, and
  /// the same user's session counts as signed in just now.
  ///
  /// - Throws: ``DoorwardError``.
  func signIn(_ path: String, _ proof: JSONObject) async throws -> DoorwardAuthState {
    let turn = takeTurn()
    let present = try await presentSession()
    let askedAt = now
    let session = try await submit(path, proof, present)
    return try await adopt(session, turn: turn, askedAt: askedAt)
  }

  /// Who is signed in, with tokens that are fresh, unless those take long to get: then the person signs in without.
  ///
  /// - Throws: ``DoorwardError`` where a visitor would be lost by that, who cannot be come back to.
  private func presentSession() async throws -> SessionRecord? {
    // What cannot be read has its place taken.
    do throws(DoorwardError) { try await restoreIfNeeded() } catch {
      if error.code == .cancelled { throw error }
    }
    guard kept?.session != nil else { return nil }
    do {
      return try await abandonable(for: .seconds(5), by: clock.sleep) { try await self.fresh().record }
    } catch {
      if Task.isCancelled { throw DoorwardError.cancelled }
      // Who has no way back to what they have but this session.
      if kept?.session?.info.isAnonymous == true { throw error as? DoorwardError ?? .offline }
      return nil
    }
  }

  /// Sends a proof with the token of who is signed in. One that the server does not know may be an old one of a
  /// device whose clock was set back; nothing of the proof has been looked at then.
  private func submit(
    _ path: String, _ proof: JSONObject, _ present: SessionRecord?
  ) async throws -> JSONValue {
    do {
      return try await api.call("POST", path, proof, token: present?.accountToken)
    } catch {
      guard present != nil, error.status == 401, error.code == .invalidToken else { throw error }
    }
    if let record = kept?.session, record.sessionID == present?.sessionID {
      do {
        // It may have been renewed meanwhile, for somebody else who was refused.
        let next = record.accountToken != present?.accountToken ? record : try await renew(record).record
        return try await api.call("POST", path, proof, token: next.accountToken)
      } catch let error as DoorwardError {
        // It has ended elsewhere, and nobody is lost who is not already.
        guard error.code == .sessionEnded else { throw error }
      }
    }
    return try await api.call("POST", path, proof)
  }

  /// Adds what is proven to who is signed in.
  ///
  /// - Throws: ``DoorwardError``.
  func link(_ path: String, _ proof: JSONObject) async throws -> DoorwardAuthState {
    let (user, generation) = try await accountCall("POST", path, proof)
    return try await adopt(user: user, of: generation)
  }

  /// Asks for a challenge; one to link or move with is for the signed-in user.
  ///
  /// - Throws: ``DoorwardError``.
  func challenge(_ path: String, _ request: JSONObject, for purpose: ProofPurpose) async throws -> JSONValue {
    var request = request
    request["purpose"] = .string(purpose.rawValue)
    if purpose != .signIn { return try await accountCall("POST", path, request).answer }
    return try await api.call("POST", path, request)
  }
}
