internal import Encodings
internal import Foundation

/// The one place that has the session: reads it, keeps it, ends it. How it is renewed is in `SessionRenewal`,
/// what happens unasked in `SessionUpkeep`, and what is done when nobody is signed in in `Visiting`.
///
/// Whatever comes back after the session has become another one is dropped: each session has a generation,
/// and what was begun in one never touches the next. Every write to the storage is made with no other process
/// writing, and after looking at what that process may have left there.
actor SessionEngine {
  nonisolated let api: ServerAPI
  nonisolated let storage: any SessionStorage
  nonisolated let clock: DoorwardClock
  nonisolated let logger: DoorwardLogger
  nonisolated let visitors: DoorwardConfiguration.Visitors
  nonisolated let renewsAhead: Bool
  private nonisolated let freshToken = FreshToken()
  private let broadcast: AuthStateBroadcast

  /// What is known to be kept, and goes for it.
  private(set) var kept: KeptRecord? {
    didSet {
      revision += 1
      freshToken.replace(kept?.accessToken, freshness: kept?.freshness(leeway: leeway) ?? 0..<0)
    }
  }
  /// Counts the changes of ``kept``, so that what was read before one is not taken for newer.
  private var revision: UInt64 = 0
  private(set) var isVerified = false
  private(set) var generation: UInt64 = 0
  var renewal: (generation: UInt64, task: Task<SessionRecord, any Error>)?
  var visit: Task<Void, any Error>?
  var upkeep: Task<Void, Never>?
  private(set) var hasRestored = false
  private(set) var undeterminedReason: DoorwardError?

  /// Tokens are renewed this long before they end, and a little earlier on some devices than on others, so
  /// that a million apps woken by one notice do not come at once.
  let leeway = Double.random(in: 60...90)

  /// Makes one that has read nothing yet, or that goes by what it is given.
  init(
    _ configuration: DoorwardConfiguration, broadcast: AuthStateBroadcast,
    restored: (kept: KeptRecord?, isVerified: Bool)? = nil
  ) {
    api = ServerAPI(configuration)
    storage = configuration.storage
    clock = configuration.clock
    logger = configuration.logger
    visitors = configuration.visitors
    renewsAhead = configuration.renewsAhead
    self.broadcast = broadcast
    guard let restored else { return }
    kept = restored.kept
    isVerified = restored.isVerified
    hasRestored = true
  }

  deinit { upkeep?.cancel() }

  nonisolated var now: Double { clock.now().timeIntervalSince1970 }

  /// The access token, where it is known to be fresh; without waiting for anything.
  nonisolated func freshAccessToken() -> String? { freshToken.text(at: now) }

  // MARK: Reading what was kept

  /// Reads the session that was kept. What cannot be read now is neither signed out nor deleted.
  func restore() async {
    let begun = revision
    do throws(StorageError) {
      let bytes = try await storage.load()
      let found = try KeptRecord.read(bytes)
      guard begun == revision else { return }
      let isNews = !hasRestored || found != kept
      take(found)
      await publish()
      if isNews { keepUp() }
    } catch {
      guard begun == revision else { return }
      undeterminedReason = .storage(error)
      logger.warning("The session cannot be read: \(error.reason)")
      await broadcast.send(error.code == .locked ? .undetermined : .error(.storage(error)))
    }
  }

  func restoreIfNeeded() async throws(DoorwardError) {
    if !hasRestored { await restore() }
    if !hasRestored, let undeterminedReason { throw undeterminedReason }
  }

  /// Takes what the storage holds for what goes: another process may have put it there.
  func take(_ found: KeptRecord?) {
    let isSame = found == kept || (found?.session).map { $0.sessionID == kept?.session?.sessionID } ?? false
    if !isSame {
      if hasRestored { beginGeneration() }
      isVerified = false
    }
    kept = found
    hasRestored = true
    undeterminedReason = nil
  }

  // MARK: A new session

  /// Takes over what a sign-in answered: it is kept before anybody is told.
  @discardableResult func adopt(_ answer: JSONValue) async throws(DoorwardError) -> DoorwardAuthState {
    let new = try SessionRecord(session: answer, receivedAt: now)
    let before = kept?.session
    let begun = beginGeneration()
    do {
      try await keep(.session(new), in: begun)
    } catch {
      // Nobody has it: the server need not keep it either.
      tellSignedOut(new)
      throw error
    }
    isVerified = true
    // A visitor may be come back to; whoever was signed in has been replaced on this device for good.
    if let before, before.sessionID != new.sessionID, DoorwardUserInfo(before.user)?.isAnonymous == false {
      tellSignedOut(before)
    }
    keepUp()
    return await publish()
  }

  /// Takes over what the server says of the user.
  @discardableResult func adopt(user: JSONValue, of begun: UInt64) async throws(DoorwardError)
    -> DoorwardAuthState
  {
    guard DoorwardUserInfo(user) != nil else { throw .malformedAnswer("it is no user", status: nil) }
    try await alone { () async throws(DoorwardError) in
      guard var current = try await self.current(in: begun) else { throw .sessionEnded }
      current.user = user
      try await self.save(.session(current), in: begun)
      await self.verified()
    }
    return await publish()
  }

  func verified() { isVerified = true }

  /// Keeps a record in place of whatever there is.
  func keep(_ new: KeptRecord, in begun: UInt64) async throws(DoorwardError) {
    try await alone { () async throws(DoorwardError) in try await self.save(new, in: begun) }
  }

  /// Keeps a record while nobody else writes; what came in between is not overwritten.
  func save(_ new: KeptRecord, in begun: UInt64) async throws(DoorwardError) {
    guard begun == generation else { throw .sessionEnded }
    do throws(StorageError) { try await storage.save(new.bytes) } catch { throw .storage(error) }
    guard begun == generation else { throw .sessionEnded }
    kept = new
    hasRestored = true
    undeterminedReason = nil
  }

  /// The session as the storage has it, while nobody else writes; nil when another process has ended or
  /// replaced it, which goes here too from now on.
  func current(in begun: UInt64) async throws(DoorwardError) -> SessionRecord? {
    let found: KeptRecord?
    do throws(StorageError) {
      let bytes = try await storage.load()
      found = try KeptRecord.read(bytes)
    } catch {
      throw .storage(error)
    }
    guard begun == generation, let mine = kept?.session else { return nil }
    if let session = found?.session, session.sessionID == mine.sessionID {
      if session != mine { kept = found }
      return session
    }
    logger.info("The session was ended or replaced by another process.")
    take(found)
    await publish()
    keepUp()
    return nil
  }

  /// Runs a body while no other process writes.
  func alone<Result: Sendable>(
    _ body: @escaping @Sendable () async throws(DoorwardError) -> Result
  ) async throws(DoorwardError) -> Result {
    do {
      return try await storage.exclusively(body)
    } catch let error as DoorwardError {
      throw error
    } catch let error as StorageError {
      throw .storage(error)
    } catch {
      throw .cancelled
    }
  }

  @discardableResult func beginGeneration() -> UInt64 {
    generation += 1
    renewal?.task.cancel()
    renewal = nil
    visit?.cancel()
    visit = nil
    upkeep?.cancel()
    upkeep = nil
    return generation
  }

  // MARK: What is said of it

  @discardableResult func publish() async -> DoorwardAuthState {
    let state = state
    await broadcast.send(state)
    return state
  }

  var state: DoorwardAuthState {
    guard hasRestored else { return undeterminedReason.map { .error($0) } ?? .undetermined }
    switch kept {
    case .session(let record):
      guard let info = DoorwardUserInfo(record.user) else { return .guest(DoorwardGuest(credential: nil)) }
      let user = DoorwardUser(
        credential: DoorwardCredential(accessToken: record.accessToken), info: info, isVerified: isVerified)
      return info.isAnonymous ? .anonymous(user) : .authenticated(user)
    case .guest(let record):
      return .guest(DoorwardGuest(credential: DoorwardCredential(accessToken: record.accessToken)))
    case nil:
      return .guest(DoorwardGuest(credential: nil))
    }
  }

  // MARK: The end

  /// Ends the session here.
  ///
  /// - Parameters:
  ///   - begun: the generation it is of; one that is over is left alone.
  ///   - isAlone: whether it is known that no other process writes.
  func end(_ begun: UInt64, isAlone: Bool = false) async {
    guard begun == generation else { return }
    let before = kept?.session?.sessionID
    beginGeneration()
    kept = nil
    isVerified = false
    hasRestored = true
    undeterminedReason = nil
    await publish()
    if isAlone {
      try? await storage.remove()
    } else {
      await forget(before)
    }
    keepUp()
  }

  /// Takes a session out of the storage, unless another process has put another one there.
  private func forget(_ sessionID: String?) async {
    let storage = storage
    do {
      try await storage.exclusively {
        let bytes = try? await storage.load()
        let found = try? KeptRecord.read(bytes)
        if let sessionID, let other = found?.session, other.sessionID != sessionID { return }
        try await storage.remove()
      }
    } catch {
      // Nobody gave the storage up in all the time that was waited. The person wants to be signed out.
      do throws(StorageError) { try await storage.remove() } catch {
        logger.error("The session could not be removed: \(error.reason)")
      }
    }
  }
}
