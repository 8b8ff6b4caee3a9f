internal import Encodings

/// Who is nobody may still be the same visitor from one launch to the next: a user who has proven nothing, or a
/// guest, whichever the application offers.
extension SessionEngine {
  /// The token of a guest, or of the anonymous user that a visitor is made.
  ///
  /// - Throws: ``DoorwardError`` `not_signed_in` where the application has no visitors.
  func guestToken(after refused: String? = nil) async throws -> String {
    if let guest = kept?.guest, guest.accessToken != refused,
      guest.freshness(leeway: leeway).contains(now)
    {
      return guest.accessToken
    }
    if kept?.guest != nil {
      try await becomeGuest()
    } else {
      guard visitors == .asTheServerOffers else { throw DoorwardError.notSignedIn }
      try await visitIfNeeded()
    }
    guard let kept else { throw DoorwardError.notSignedIn }
    return kept.accessToken
  }

  /// Becomes what the application makes of visitors; callers at once share one visit.
  func visitIfNeeded() async throws {
    if let guest = kept?.guest, guest.freshness(leeway: leeway).contains(now) { return }
    guard kept?.session == nil else { return }
    if let visit { return try await visit.value }
    let begun = generation
    let task = Task { try await self.arrive(begun) }
    visit = task
    defer { if visit == task { visit = nil } }
    try await task.value
  }

  private func arrive(_ begun: UInt64) async throws {
    let answer = try await api.call("GET", "/v1/config")
    let offered = (answer["methods"]?.array ?? []).compactMap(\.string)
    guard begun == generation else { return }
    if offered.contains("anonymous") {
      try await becomeAnonymous(begun)
    } else if offered.contains("guest") {
      try await becomeGuest()
    } else if kept != nil {
      // What it once offered it offers no more.
      await end(begun)
    }
  }

  /// Becomes an anonymous user, unless another process has become somebody meanwhile.
  func becomeAnonymous(_ begun: UInt64) async throws {
    let isTaken = try await alone { () async throws(DoorwardError) in
      guard await !self.findsSession(begun) else { return true }
      let answer = try await self.api.call("POST", "/v1/anonymous", [:])
      let record = try SessionRecord(session: answer, receivedAt: self.now)
      try await self.save(.session(record), in: begun)
      await self.verified()
      return false
    }
    if !isTaken {
      await publish()
      keepUp()
    }
  }

  /// Becomes a guest, or stays the one there is with a new token.
  func becomeGuest() async throws {
    let begun = generation
    try await alone { () async throws(DoorwardError) in
      guard await !self.findsSession(begun) else { return }
      let before = await self.kept?.guest?.accessToken
      let answer = try await self.api.call("POST", "/v1/guest", [:], token: before)
      let record = try GuestRecord(answer: answer, receivedAt: self.now)
      try await self.save(.guest(record), in: begun)
    }
    await publish()
  }

  /// Whether another process has left somebody in the storage, who goes here too from now on.
  private func findsSession(_ begun: UInt64) async -> Bool {
    let bytes = try? await storage.load()
    guard let found = try? KeptRecord.read(bytes), begun == generation else { return false }
    switch found {
    case .session: break
    case .guest: if found == kept || kept != nil { return false }
    }
    take(found)
    await publish()
    keepUp()
    return found.session != nil
  }
}
