#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Asks about the NEAR key behind a session that is used again and again, and by several requests at once.
///
/// Of one session one question is under way at a time, and whoever comes meanwhile hears its answer. After a
/// question that nobody answered there is a pause: a chain that hangs holds up one request in a while, not
/// every one.
actor NEARKeyWatch {
  private let near: NEARSignIn
  private let store: any Store
  private let clock: WallClock
  private var underWay: [Session.ID: Task<NEARSignIn.KeyStanding, any Error>] = [:]
  /// What nobody answered, for as long as the next question waits.
  private var unanswered = RecentAttempts(interval: 30)

  init(near: NEARSignIn, store: any Store, clock: WallClock) {
    self.near = near
    self.store = store
    self.clock = clock
  }

  /// What the chain says of the key, where it is time to ask; what it confirms is written down by then.
  ///
  /// - Throws: ``StoreError``.
  func standing(of session: Session) async throws -> NEARSignIn.KeyStanding {
    guard near.isCheckDue(of: session) else { return .asBefore }
    if let question = underWay[session.id] { return try await question.value }
    guard !unanswered.contains(session.id, at: clock.now) else { return .silent }
    let question = Task { try await ask(session.id) }
    underWay[session.id] = question
    return try await question.value
  }

  private func ask(_ id: Session.ID) async throws -> NEARSignIn.KeyStanding {
    defer { underWay[id] = nil }
    // What the caller read may be from before the last answer, which may have ended the session.
    guard let session = try await store.read({ try $0.session(id) }), session.isLive(at: clock.now) else {
      return .gone
    }
    let standing = try await near.keyStanding(of: session, store: store)
    unanswered.remove(id)
    switch standing {
    case .asBefore, .gone: break
    case .silent: unanswered.insert(id, at: clock.now)
    case .confirmed(let key): return try await keep(key, behind: id) ? standing : .gone
    }
    return standing
  }

  /// Writes down what the chain has confirmed.
  ///
  /// - Returns: false where the session has ended since the chain was asked.
  private func keep(_ key: NEARSessionKey, behind id: Session.ID) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard var held = try transaction.lockedSession(id), held.isLive(at: now) else { return false }
      held.confirm(key)
      try transaction.update(held)
      return true
    }
  }
}
