internal import Encodings
internal import Foundation

/// The one place that has the session. How it is read and kept is in `SessionKeeping`, how it is renewed in
/// `SessionRenewal`, what happens unasked in `SessionUpkeep`, and what is done when nobody is signed in in
/// `Visiting`.
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
  private nonisolated let broadcast: StateBroadcast<DoorwardAuthState>

  /// What is known to be kept, and goes for it.
  private(set) var kept: KeptRecord? {
    didSet {
      revision += 1
      if kept?.accessToken != oldValue?.accessToken || kept?.receivedAt != oldValue?.receivedAt {
        life = kept.map { TokenLife(of: $0, now: now, elapsed: clock.elapsed()) }
      }
      // Nobody is given a token of somebody who has not been announced, nor the reverse: see `replace`.
      freshToken.replace(nil, life: nil, leeway: leeway)
    }
  }
  private var life: TokenLife?
  /// Counts the changes of ``kept``, so that what was read before one is not taken for newer.
  private(set) var revision: UInt64 = 0
  private(set) var isVerified = false
  private(set) var hasRestored = false
  /// Why nobody can say yet who is signed in.
  private var unread: StorageError?
  private(set) var generation: UInt64 = 0

  /// How many writes to the storage are under way.
  var writes = 0
  var renewal: Renewal?
  var visit: Task<Void, any Error>?
  var upkeep: Task<Void, Never>?
  /// How a session that has ended is taken out of the storage, the last time it was; how many times at present.
  var removals = 0
  var removal: Task<SessionRecord?, Never>?
  /// What a sign-out has left in the storage; nobody here takes it for a session again.
  var leftBehind: LeftBehind?
  /// The turns of sign-ins and sign-outs, in the order they were begun in: the last one counts.
  private var lastTurn: UInt64 = 0
  private var turnThatCounts: UInt64 = 0

  /// Tokens are renewed this long before they end, and a little earlier on some devices than on others, so
  /// that a million apps woken by one notice do not come at once.
  nonisolated let leeway = Double.random(in: 60...90)

  /// Makes one that has read nothing yet, or that goes by what it is given.
  init(
    _ configuration: DoorwardConfiguration, broadcast: StateBroadcast<DoorwardAuthState>,
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
    // An initializer's first value tells no observer.
    life = restored.kept.map {
      TokenLife(
        of: $0, now: configuration.clock.now().timeIntervalSince1970, elapsed: configuration.clock.elapsed())
    }
    freshToken.replace(restored.kept?.accessToken, life: life, leeway: leeway)
  }

  deinit { upkeep?.cancel() }

  nonisolated var now: Double { clock.now().timeIntervalSince1970 }

  // MARK: How long the tokens are good

  /// The access token, where it is known to be fresh; without waiting for anything.
  nonisolated func freshAccessToken() -> String? { freshToken.text(now: now, elapsed: clock.elapsed()) }

  /// How many seconds the tokens are good for.
  var lifeLeft: Double { life?.left(now: now, elapsed: clock.elapsed()) ?? 0 }
  /// How many seconds from now the tokens are to be renewed.
  var freshnessLeft: Double { lifeLeft - (life?.margin(leeway: leeway) ?? 0) }
  var isFresh: Bool { freshnessLeft > 0 }

  // MARK: What there is becomes another

  /// Takes what the storage holds for what goes: another process may have put it there.
  func take(_ found: KeptRecord?) {
    let isSame = found.flatMap { kept?.isSamePerson(as: $0) } ?? (found == nil && kept == nil)
    if !isSame {
      if hasRestored { beginGeneration() }
      isVerified = false
    }
    replace(found)
  }

  /// Takes what is in the storage by now, and says so: no token is handed out of a user who was not announced.
  func replace(_ record: KeptRecord?, isVerified: Bool? = nil) {
    kept = record
    if let isVerified { self.isVerified = isVerified }
    hasRestored = true
    unread = nil
    publish()
    freshToken.replace(kept?.accessToken, life: life, leeway: leeway)
  }

  /// Says that nothing can be read; what was read before goes on.
  func cannotRead(_ error: StorageError) {
    logger.warning("The session cannot be read: \(error.reason)")
    guard !hasRestored else { return }
    unread = error
    publish()
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

  // MARK: What the person decides

  /// The turn of a sign-in or sign-out that begins now.
  func takeTurn() -> UInt64 {
    lastTurn += 1
    return lastTurn
  }

  /// Whether a turn still counts, which none does that began before one that was carried out.
  func carryOut(_ turn: UInt64) -> Bool {
    guard turn > turnThatCounts else { return false }
    turnThatCounts = turn
    return true
  }

  /// Whether nothing that began later has been carried out since.
  func counts(_ turn: UInt64) -> Bool { turn == turnThatCounts }

  // MARK: What is said of it

  private func publish() { broadcast.send(state) }

  var undeterminedReason: DoorwardError? { unread.map { .storage($0) } }

  var state: DoorwardAuthState {
    guard hasRestored else {
      return if let unread, unread.code != .locked { .error(.storage(unread)) } else { .undetermined }
    }
    switch kept {
    case .session(let record):
      let user = DoorwardUser(
        credential: DoorwardCredential(accessToken: record.accessToken), info: record.info,
        isVerified: isVerified)
      return record.info.isAnonymous ? .anonymous(user) : .authenticated(user)
    case .guest(let record):
      return .guest(DoorwardGuest(credential: DoorwardCredential(accessToken: record.accessToken)))
    case nil:
      return .guest(DoorwardGuest(credential: nil))
    }
  }
}
