internal import Encodings

/// How the session is read, kept and taken out of the storage.
extension SessionEngine {
  // MARK: Reading what was kept

  /// Reads the session that was kept. What cannot be read now is neither signed out nor deleted.
  func restore() async {
    // What is written while it is read is read once more.
    for _ in 0..<10 where await tryRestore() { return }
  }

  private func tryRestore() async -> Bool {
    // Who has just been signed out must not be found again.
    _ = await removal?.value
    if leftBehind != nil {
      // A task of its own: what is called off in its middle would not have the storage to itself.
      let removal = Task { await takeOutWhatWasLeft() }
      try? await abandonable { await removal.value }
      // Nobody wants to know what is found.
      if Task.isCancelled { return true }
    }
    let begun = revision
    do throws(StorageError) {
      let found = try await read()
      guard begun == revision, writes == 0, removals == 0 else { return hasRestored }
      let isNews = !hasRestored || found != kept
      take(found)
      if isNews { keepUp() }
    } catch {
      guard begun == revision else { return hasRestored }
      cannotRead(error)
    }
    return true
  }

  func restoreIfNeeded() async throws(DoorwardError) {
    // Waits no longer than the caller does, which is what it would throw.
    if !hasRestored { try? await abandonable { await self.restore() } }
    guard !hasRestored else { return }
    throw Task.isCancelled
      ? .cancelled
      : undeterminedReason
        ?? .storage(StorageError(code: .busy, reason: "The session is being written. Try again."))
  }

  // MARK: A new session

  /// Takes over what a sign-in answered: it is kept before anybody is told.
  ///
  /// - Parameters:
  ///   - answer: what the server said.
  ///   - turn: of the sign-in; it comes to nothing when one that began later has been carried out.
  ///   - askedAt: what the device's clock said as the sign-in was sent.
  /// - Returns: the state with it.
  /// - Throws: ``DoorwardError``; `cancelled` when it came to nothing.
  @discardableResult func adopt(
    _ answer: JSONValue, turn: UInt64, askedAt: Double
  ) async throws(DoorwardError) -> DoorwardAuthState {
    let new = try SessionRecord(session: answer, receivedAt: askedAt)
    guard carryOut(turn) else {
      if new.sessionID != kept?.session?.sessionID { tellSignedOut(new) }
      throw .cancelled
    }
    generationOf(new)
    let before: SessionRecord?
    do {
      before = try await alone { () async throws(DoorwardError) in
        // Once more: what the session before came to while this one waited is none of its business. Only what
        // the person decided since is.
        guard await self.counts(turn) else { throw .cancelled }
        return try await self.replace(by: new, in: self.generationOf(new))
      }
    } catch {
      // Nobody has it: the server need not keep it either.
      if new.sessionID != kept?.session?.sessionID { tellSignedOut(new) }
      keepUp()
      throw error
    }
    // A visitor may be come back to; whoever was signed in has been replaced on this device for good.
    if let before, before.sessionID != new.sessionID, !before.info.isAnonymous {
      let telling = tellSignedOut(before)
      // The server has just answered, so this does not take long; a program may be about to end.
      _ = try? await abandonable(for: .seconds(3)) { await telling.value }
    }
    keepUp()
    return state
  }

  /// The generation that a session belongs to. Who has signed in again goes on: what was asked for them is theirs.
  @discardableResult private func generationOf(_ session: SessionRecord) -> UInt64 {
    kept?.session?.sessionID == session.sessionID ? generation : beginGeneration()
  }

  /// Keeps a session in place of the one before, which it answers, while nobody else writes.
  private func replace(
    by new: SessionRecord, in begun: UInt64
  ) async throws(DoorwardError) -> SessionRecord? {
    var new = new
    // Whoever reads meanwhile reads what is about to be replaced.
    writes += 1
    defer { writes -= 1 }
    // What cannot be read has its place taken by a sign-in, and by nothing else.
    let found = try? await storage.load()
    let before = (try? KeptRecord.read(found))?.session ?? kept?.session
    if let before, before.sessionID == new.sessionID {
      // Signing in again renews nothing. A renewal since, or one whose answer was lost, has the say.
      new.refreshToken = before.refreshToken
      new.pendingRefresh = before.pendingRefresh
    }
    try await saveAnyhow(.session(new), in: begun)
    return before
  }

  /// Keeps a record also where the key of the one before is broken, and nothing can be kept under it.
  private func saveAnyhow(_ new: KeptRecord, in begun: UInt64) async throws(DoorwardError) {
    do {
      try await save(new, in: begun, isVerified: true)
    } catch {
      guard error.code == .storageUnreadable else { throw error }
      do throws(StorageError) { try await storage.remove() } catch { throw .storage(error) }
      try await save(new, in: begun, isVerified: true)
    }
  }

  /// Takes over what the server says of the user.
  @discardableResult func adopt(user: JSONValue, of begun: UInt64) async throws(DoorwardError)
    -> DoorwardAuthState
  {
    guard let info = DoorwardUserInfo(user) else { throw .malformedAnswer("it is no user", status: nil) }
    try await alone { () async throws(DoorwardError) in
      guard var current = try await self.current(in: begun) else { throw .sessionEnded }
      guard current.take(user, info) else { throw .malformedAnswer("it is another user", status: nil) }
      try await self.save(.session(current), in: begun, isVerified: true)
    }
    return state
  }

  /// Keeps a record while nobody else writes; what came in between is not overwritten.
  func save(_ new: KeptRecord, in begun: UInt64, isVerified: Bool? = nil) async throws(DoorwardError) {
    guard begun == generation else { throw .sessionEnded }
    writes += 1
    defer { writes -= 1 }
    let isNew = !(kept?.isSamePerson(as: new) ?? false)
    do throws(StorageError) {
      try await storage.save(new.bytes)
    } catch {
      // It may be there all the same.
      if isNew { await takeBack(new) }
      throw .storage(error)
    }
    leftBehind = nil
    guard begun == generation else {
      // Who has been signed out meanwhile is looked for by the sign-out; of somebody new it knows nothing.
      if isNew { await takeBack(new) }
      throw .sessionEnded
    }
    // What was begun for the one before, even while this one was about to be kept, is not for this one.
    if let kept, !kept.isSamePerson(as: new) { beginGeneration() }
    replace(new, isVerified: isVerified)
  }

  /// Takes somebody out who was kept, and is not to be here.
  private func takeBack(_ landed: KeptRecord) async {
    if let kept, kept.isSamePerson(as: landed) { return }
    let departure = Departure(at: now, generation: generation)
    do throws(StorageError) {
      guard let found = try KeptRecord.read(await storage.load()), found.isSamePerson(as: landed) else {
        return
      }
      await remove(found, departure)
    } catch {
      // Whoever looks next finds out whether they are there; or somebody who was left before, as is more likely.
      if leftBehind == nil { leftBehind = LeftBehind(record: landed, departure: departure, reason: error) }
    }
  }

  /// The session as the storage has it, while nobody else writes; nil when another process has ended or
  /// replaced it, which goes here too from now on.
  func current(in begun: UInt64) async throws(DoorwardError) -> SessionRecord? {
    let found = try await found()
    guard begun == generation, let mine = kept?.session else { return nil }
    if let session = found?.session, session.sessionID == mine.sessionID {
      if session != mine { replace(found) }
      return session
    }
    logger.info("The session was ended or replaced by another process.")
    take(found)
    keepUp()
    return nil
  }

  /// What the storage holds.
  func found() async throws(DoorwardError) -> KeptRecord? {
    do throws(StorageError) { return try await read() } catch { throw .storage(error) }
  }

  private func read() async throws(StorageError) -> KeptRecord? {
    let before = leftBehind
    let bytes = try await storage.load()
    let found = try KeptRecord.read(bytes)
    // What has been removed since it was read is signed out of all the same.
    guard let left = leftBehind ?? before else { return found }
    guard let found, left.isIt(found) else {
      // Unless it was left there since.
      if leftBehind?.departure == before?.departure { isNoLongerThere() }
      return found
    }
    leftBehind?.record = found
    tellOfLeftBehind()
    return nil
  }

  /// Takes out what a sign-out has left. A storage that others have, and what cannot be read, is left for the next look.
  private func takeOutWhatWasLeft() async {
    try? await alone { () async throws(DoorwardError) in await self.removeWhatWasLeft() }
    // Of what is there still.
    tellOfLeftBehind()
  }

  private func removeWhatWasLeft() async {
    let found: KeptRecord?
    do throws(StorageError) { found = try KeptRecord.read(await storage.load()) } catch { return }
    guard let left = leftBehind else { return }
    guard let found, left.isIt(found) else { return isNoLongerThere() }
    leftBehind?.record = found
    tellOfLeftBehind()
    await remove(found, left.departure)
  }

  /// What was left is gone, or another's is in its place.
  private func isNoLongerThere() {
    tellOfLeftBehind()
    leftBehind = nil
  }

  /// Tells the server of what was left, where it is known which session, unless it knows or this is telling it.
  private func tellOfLeftBehind() {
    guard let session = leftBehind?.record?.session, leftBehind?.notice == .untold else { return }
    leftBehind?.notice = .underWay
    tellSignedOut(session)
  }

  /// Remembers what became of telling the server, of this session and of no other that was left since.
  func noteOfLeftBehind(_ session: SessionRecord, _ isTold: Bool) {
    guard let left = leftBehind, left.record?.session?.sessionID == session.sessionID, left.notice != .given
    else { return }
    leftBehind?.notice = isTold ? .given : .untold
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
      throw error is CancellationError
        ? .cancelled : .storage(StorageError(code: .unavailable, reason: "The session's storage failed."))
    }
  }

  // MARK: The end

  /// Ends the session here.
  ///
  /// - Parameters:
  ///   - begun: the generation it is of; one that is over is left alone.
  ///   - isAlone: whether it is known that no other process writes.
  /// - Returns: the session as it was last kept.
  @discardableResult func end(_ begun: UInt64, isAlone: Bool = false) async -> SessionRecord? {
    guard begun == generation else { return nil }
    let before = kept
    let isKnown = hasRestored
    let departure = Departure(at: now, generation: beginGeneration())
    replace(nil, isVerified: false)
    if isAlone {
      removals += 1
      await remove(before, departure)
      removals -= 1
      keepUp()
      return before?.session
    }
    // A task of its own: who calls a sign-out off has been signed out all the same, also at the next start.
    let earlier = removal
    removals += 1
    let task = Task {
      _ = await earlier?.value
      defer { removals -= 1 }
      return await forget(before, isKnown: isKnown, departure)
    }
    removal = task
    let last = try? await abandonable { await task.value }
    keepUp()
    return last ?? before?.session
  }

  /// Takes who signs out out of the storage.
  ///
  /// - Parameters:
  ///   - before: who was here.
  ///   - isKnown: whether it is known that it was them.
  ///   - departure: when they signed out.
  /// - Returns: their session as it was last kept.
  private func forget(
    _ before: KeptRecord?, isKnown: Bool, _ departure: Departure
  ) async -> SessionRecord? {
    do {
      return try await alone { () async throws(DoorwardError) in
        await self.takeOut(before, isKnown: isKnown, departure)
      }
    } catch {
      // Nobody gave the storage up in all the time that was waited, or it cannot be had. The person wants to be signed
      // out.
      return await takeOut(before, isKnown: isKnown, departure)
    }
  }

  /// Leaves alone what another process has put there, or a sign-in since.
  private func takeOut(
    _ before: KeptRecord?, isKnown: Bool, _ departure: Departure
  ) async -> SessionRecord? {
    var found: KeptRecord?
    var isEmpty = false
    do throws(StorageError) {
      let bytes = try await storage.load()
      isEmpty = bytes == nil
      found = try KeptRecord.read(bytes)
    } catch {
      // It may be anybody's; the person wants nobody there.
    }
    guard let found else {
      await remove(before, departure, isThere: !isEmpty)
      return before?.session
    }
    if let kept, found.isSamePerson(as: kept) { return before?.session }
    let isBefore = before?.isSamePerson(as: found) ?? !isKnown
    if leftBehind?.isIt(found) ?? false {
      leftBehind?.record = found
    } else if !isBefore {
      isNoLongerThere()
      return before?.session
    }
    await remove(found, departure)
    return isBefore || before == nil ? found.session : before?.session
  }

  private func remove(_ record: KeptRecord?, _ departure: Departure, isThere: Bool = true) async {
    do throws(StorageError) {
      try await storage.remove()
      leftBehind = nil
    } catch {
      logger.error("The session could not be removed: \(error.reason)")
      guard isThere else { return }
      // What the server has been told of it is known already.
      if let left = leftBehind, record.map({ left.record?.isSamePerson(as: $0) ?? false }) ?? true { return }
      leftBehind = LeftBehind(record: record, departure: departure, reason: error)
    }
  }
}
