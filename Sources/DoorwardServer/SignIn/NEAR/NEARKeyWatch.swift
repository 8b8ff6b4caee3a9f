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
  /// How long after a question that nobody answered the next one is asked, in seconds.
  static let pause: TimeInterval = 30
  /// How many unanswered questions are remembered; one that is forgotten is asked again.
  static let capacity = 10_000

  private let near: NEARSignIn
  private let store: any Store
  private let clock: WallClock
  private var underWay: [Session.ID: Task<NEARSignIn.KeyStanding, any Error>] = [:]
  private var unanswered: [Session.ID: Date] = [:]

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
    guard !isPausing(session.id) else { return .silent }
    let question = Task { try await ask(session.id) }
    underWay[session.id] = question
    return try await question.value
  }

  private func ask(_ id: Session.ID) async throws -> NEARSignIn.KeyStanding {
    defer { underWay[id] = nil }
    // What the caller read may be from before the last answer.
    guard let session = try await store.read({ try $0.session(id) }) else { return .gone }
    let standing = try await near.keyStanding(of: session, store: store)
    unanswered[id] = nil
    switch standing {
    case .asBefore, .gone: break
    case .silent: note(id)
    case .confirmed(let key):
      try await store.write { transaction in
        guard var held = try transaction.lockedSession(id) else { return }
        held.confirm(key)
        try transaction.update(held)
      }
    }
    return standing
  }

  private func isPausing(_ id: Session.ID) -> Bool { unanswered[id].map(isRecent) ?? false }

  /// A clock that was set back must not make the pause longer.
  private func isRecent(_ moment: Date) -> Bool {
    (0..<Self.pause).contains(clock.now.timeIntervalSince(moment))
  }

  private func note(_ id: Session.ID) {
    if unanswered.count >= Self.capacity { unanswered = unanswered.filter { isRecent($0.value) } }
    if unanswered.count >= Self.capacity { unanswered = [:] }
    unanswered[id] = clock.now
  }
}
