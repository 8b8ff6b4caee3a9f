internal import Encodings
internal import Foundation

/// The one place that has the session: reads it, renews it, ends it.
///
/// Whatever comes back after the session has become another one is dropped: each session has a generation,
/// and what was begun in one never touches the next.
actor SessionEngine {
  let api: ServerAPI
  private let storage: any SessionStorage
  private let clock: DoorwardClock
  private let broadcast: AuthStateBroadcast
  private var record: SessionRecord?
  private var isVerified = false
  private var generation: UInt64 = 0
  private var refreshing: (generation: UInt64, task: Task<SessionRecord, any Error>)?
  private(set) var hasRestored = false
  private(set) var undeterminedReason: DoorwardError?

  /// Tokens are renewed this long before they end, and a little earlier on some devices than on others, so
  /// that a million apps woken by one notice do not come at once.
  private let leeway = Double.random(in: 60...90)

  init(_ configuration: DoorwardConfiguration, broadcast: AuthStateBroadcast) {
    api = ServerAPI(configuration)
    storage = configuration.storage
    clock = configuration.clock
    self.broadcast = broadcast
  }

  private var now: Double { clock.now().timeIntervalSince1970 }

  // MARK: Reading what was kept

  /// Reads the session that was kept. What cannot be read now is neither signed out nor deleted.
  func restore() async {
    let begun = generation
    do throws(StorageError) {
      let bytes = try await storage.load()
      guard begun == generation else { return }
      record = try bytes.map { bytes throws(StorageError) in try SessionRecord(record: bytes) }
      isVerified = false
      hasRestored = true
      undeterminedReason = nil
      await publish()
    } catch {
      guard begun == generation else { return }
      undeterminedReason = .storage(error)
      await broadcast.send(error.code == .locked ? .undetermined : .error(.storage(error)))
    }
  }

  private func restoreIfNeeded() async throws(DoorwardError) {
    if !hasRestored { await restore() }
    if !hasRestored, let undeterminedReason { throw undeterminedReason }
  }

  // MARK: A new session

  /// Takes over what a sign-in answered: it is kept before anybody is told.
  @discardableResult func adopt(_ session: JSONValue) async throws(DoorwardError) -> DoorwardAuthState {
    let new = try SessionRecord(session: session, receivedAt: now)
    generation += 1
    refreshing?.task.cancel()
    refreshing = nil
    try await keep(new)
    record = new
    isVerified = true
    hasRestored = true
    return await publish()
  }

  /// Takes over what the server says of the user.
  @discardableResult func adopt(user: JSONValue, of generation: UInt64) async throws(DoorwardError)
    -> DoorwardAuthState
  {
    guard generation == self.generation, var new = record else { throw .sessionEnded }
    new.user = user
    try await keep(new)
    record = new
    isVerified = true
    return await publish()
  }

  private func keep(_ record: SessionRecord) async throws(DoorwardError) {
    do throws(StorageError) { try await storage.save(record.bytes) } catch { throw .storage(error) }
  }

  @discardableResult private func publish() async -> DoorwardAuthState {
    let state = state
    await broadcast.send(state)
    return state
  }

  var state: DoorwardAuthState {
    guard hasRestored else { return .undetermined }
    guard let record, let info = DoorwardUserInfo(record.user) else { return .guest(DoorwardGuest()) }
    let user = DoorwardUser(
      credential: DoorwardCredential(accessToken: record.accessToken), info: info, isVerified: isVerified)
    return info.isAnonymous ? .anonymous(user) : .authenticated(user)
  }

  // MARK: Tokens

  /// The access token, fresh.
  func accessToken() async throws -> String { try await fresh().accessToken }

  /// The account token, fresh, and the generation it is of.
  func accountToken() async throws -> (token: String, generation: UInt64) {
    let record = try await fresh()
    return (record.accountToken, generation)
  }

  private func fresh() async throws -> SessionRecord {
    try await restoreIfNeeded()
    guard let record else { throw DoorwardError.notSignedIn }
    if record.isFresh(at: now, leeway: leeway) { return record }
    return try await refresh()
  }

  /// Renews the tokens; callers at once share one renewal.
  @discardableResult func refresh() async throws -> SessionRecord {
    try await restoreIfNeeded()
    guard record != nil else { throw DoorwardError.notSignedIn }
    if let refreshing, refreshing.generation == generation { return try await refreshing.task.value }
    let begun = generation
    // A task of its own: a caller that gives up must not take the renewal from the others.
    let task = Task { try await self.renew(begun) }
    refreshing = (begun, task)
    defer { if refreshing?.generation == begun { refreshing = nil } }
    return try await task.value
  }

  private func renew(_ begun: UInt64) async throws -> SessionRecord {
    do {
      return try await storage.exclusively { [self] in try await renewAlone(begun) }
    } catch let error as StorageError {
      throw DoorwardError.storage(error)
    }
  }

  /// With no other process renewing: one that did so before us has left its tokens in the storage.
  private func renewAlone(_ begun: UInt64) async throws -> SessionRecord {
    guard begun == generation, var current = record else { throw DoorwardError.sessionEnded }
    if let bytes = try await storage.load(), let kept = try? SessionRecord(record: bytes),
      kept.refreshToken != current.refreshToken || kept.pendingRefresh != current.pendingRefresh
    {
      guard begun == generation else { throw DoorwardError.sessionEnded }
      let isNewer = kept.refreshToken != current.refreshToken
      current = kept
      record = kept
      if isNewer, kept.isFresh(at: now, leeway: leeway) {
        await publish()
        return kept
      }
    }
    // Kept before it is sent: who is killed now asks with the same key, and is given the same answer.
    let key = current.pendingRefresh ?? UUID().uuidString
    current.pendingRefresh = key
    try await keep(current)
    guard begun == generation else { throw DoorwardError.sessionEnded }
    record = current
    let answer = try await ask(current.refreshToken, key, begun)
    guard begun == generation else { throw DoorwardError.sessionEnded }
    let new = try SessionRecord(session: answer, receivedAt: now, user: current.user)
    try await keep(new)
    guard begun == generation else { throw DoorwardError.sessionEnded }
    record = new
    isVerified = true
    await publish()
    return new
  }

  /// Asks for the tokens, again and again while it may help. A definite refusal signs out; nothing else does.
  private func ask(_ refreshToken: String, _ key: String, _ begun: UInt64) async throws -> JSONValue {
    var pause = Duration.milliseconds(200)
    for attempt in 1... {
      do throws(DoorwardError) {
        return try await api.call(
          "POST", "/v1/token",
          ["grant_type": "refresh_token", "refresh_token": .string(refreshToken)], idempotencyKey: key)
      } catch {
        if error.code.rawValue == "invalid_grant"
          || (error.status == 400 && error.code.rawValue == "invalid_token")
        {
          await end(begun)
          throw DoorwardError.sessionEnded
        }
        guard error.isRetryable, attempt < 4 else { throw error }
        try await clock.sleep(error.retryAfter.map { min($0, .seconds(5)) } ?? pause)
        pause = pause * 2
      }
    }
    throw DoorwardError.offline
  }

  // MARK: The end

  /// Signs out here, whatever else; answers the token to tell the server with.
  func signOutHere() async -> String? {
    let token = record?.accountToken
    await end(generation)
    return token
  }

  private func end(_ begun: UInt64) async {
    guard begun == generation else { return }
    generation += 1
    refreshing?.task.cancel()
    refreshing = nil
    record = nil
    isVerified = false
    hasRestored = true
    try? await storage.remove()
    await publish()
  }
}
