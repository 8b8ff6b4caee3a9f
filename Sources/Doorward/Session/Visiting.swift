internal import Encodings

/// Who is nobody may still be the same visitor from one launch to the next: a user who has proven nothing, or a
/// guest, whichever the application offers.
extension SessionEngine {
  /// The token of a guest, or of the anonymous user that a visitor is made.
  ///
  /// - Throws: ``DoorwardError`` `not_signed_in` where the application has no visitors.
  func guestToken(after refused: String? = nil) async throws -> String {
    if let guest = kept?.guest, guest.accessToken != refused, isFresh { return guest.accessToken }
    guard kept?.guest != nil || visitors == .asTheServerOffers else { throw DoorwardError.notSignedIn }
    do {
      try await visitOnce(after: refused)
    } catch {
      // As with a session's: a server that is away is no reason to fail while the token is good.
      guard let guest = kept?.guest, guest.accessToken != refused, lifeLeft > 5 else { throw error }
    }
    guard let kept else { throw DoorwardError.notSignedIn }
    return kept.accessToken
  }

  /// Becomes what the application makes of visitors, or stays it with a new token; callers at once share one
  /// visit.
  ///
  /// - Parameter refused: a token that is no good, whatever its age.
  /// - Throws: ``DoorwardError``.
  func visitOnce(after refused: String? = nil) async throws {
    let begun = generation
    let task: Task<Void, any Error>
    if let visit {
      task = visit
    } else {
      task = Task {
        defer { if begun == generation { visit = nil } }
        try await arrive(begun, refused)
      }
      visit = task
    }
    do {
      try await abandonable { try await task.value }
    } catch {
      // Somebody has signed in meanwhile.
      if begun != generation, kept?.session != nil { return }
      throw error as? DoorwardError ?? .cancelled
    }
  }

  private func arrive(_ begun: UInt64, _ refused: String?) async throws {
    _ = await removal?.value
    guard begun == generation else { throw DoorwardError.sessionEnded }
    if kept?.guest != nil, visitors == .stayNobody { return try await becomeGuest(after: refused) }
    let answer = try await api.call("GET", "/v1/config")
    let offered = (answer["methods"]?.array ?? []).compactMap(\.string)
    guard begun == generation else { throw DoorwardError.sessionEnded }
    if offered.contains("anonymous") {
      try await becomeAnonymous(begun)
    } else if offered.contains("guest") {
      try await becomeGuest(after: refused)
    } else if kept != nil {
      // What it once offered it offers no more.
      await end(begun)
    }
  }

  /// Becomes an anonymous user, unless another process has become somebody meanwhile.
  func becomeAnonymous(_ begun: UInt64) async throws {
    _ = await removal?.value
    let isTaken = try await alone { () async throws(DoorwardError) in
      guard try await !self.findsSession(begun) else { return true }
      let askedAt = self.now
      let answer = try await self.api.call("POST", "/v1/anonymous", [:])
      let record = try SessionRecord(session: answer, receivedAt: askedAt)
      do throws(DoorwardError) {
        try await self.save(.session(record), in: begun, isVerified: true)
      } catch {
        // Nobody has it: the server need not keep it either.
        self.tellSignedOut(record)
        throw error
      }
      return false
    }
    if !isTaken { keepUp() }
  }

  /// Becomes a guest, or stays the one there is with a new token.
  func becomeGuest(after refused: String? = nil) async throws {
    _ = await removal?.value
    let begun = generation
    try await alone { () async throws(DoorwardError) in
      guard try await !self.findsSession(begun), await !self.hasGuest(after: refused) else { return }
      var request: JSONObject = [:]
      if let secret = await self.kept?.guest?.secret { request["guest_secret"] = .string(secret) }
      let askedAt = self.now
      let answer = try await self.api.call("POST", "/v1/guest", request)
      let record = try GuestRecord(answer: answer, receivedAt: askedAt)
      try await self.save(.guest(record), in: begun)
    }
  }

  private func hasGuest(after refused: String?) -> Bool {
    guard let guest = kept?.guest else { return false }
    return guest.accessToken != refused && isFresh
  }

  /// Whether another process has left somebody in the storage, who goes here too from now on. What cannot be
  /// read may be somebody, and is left as it is.
  private func findsSession(_ begun: UInt64) async throws(DoorwardError) -> Bool {
    let found = try await found()
    guard begun == generation else { throw .sessionEnded }
    switch found {
    case .session:
      take(found)
      keepUp()
      return true
    case .guest:
      if found != kept { replace(found) }
      return false
    case nil: return false
    }
  }
}
