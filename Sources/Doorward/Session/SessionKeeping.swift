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
    if let left = leftBehind {
      // A task of its own: what is called off in its middle would not have the storage to itself.
      let removal = Task {
        let session = await forget(left.record, isKnown: true, mayBeUnreadable: left.record == nil)
        if let session, left.notice == .untold { tellOfLeftBehind(session) }
      }
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
    do {
      try await saveAnyhow(.session(new), in: begun)
    } catch {
      // Signed out while it was written: then nobody knows that it is there.
      if case .session(let landed)? = (try? await storage.load()).flatMap({ try? KeptRecord.read($0) }),
        landed.sessionID == new.sessionID, kept?.session?.sessionID != new.sessionID
      {
        await remove(.session(landed))
      }
      throw error
    }
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
    do throws(StorageError) { try await storage.save(new.bytes) } catch { throw .storage(error) }
    leftBehind = nil
    guard begun == generation else { throw .sessionEnded }
    // What was begun for the one before, even while this one was about to be kept, is not for this one.
    if let kept, !kept.isSamePerson(as: new) { beginGeneration() }
    replace(new, isVerified: isVerified)
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
      // It is gone, or another's is there; unless it was left there since.
      if leftBehind?.generation == before?.generation { leftBehind = nil }
      return found
    }
    leftBehind?.record = found
    if let session = found.session, leftBehind?.notice == .untold { tellOfLeftBehind(session) }
    return nil
  }

  /// Tells the server of a sign-out now that it can be said of which session, unless that is under way.
  private func tellOfLeftBehind(_ session: SessionRecord) {
    guard leftBehind?.notice != .underWay else { return }
    leftBehind?.notice = .underWay
    Task { noteOfLeftBehind(session, await revoke(session)) }
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
    beginGeneration()
    replace(nil, isVerified: false)
    if isAlone {
      removals += 1
      await remove(before)
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
      return await forget(before, isKnown: isKnown)
    }
    removal = task
    let last = try? await abandonable { await task.value }
    keepUp()
    return last ?? before?.session
  }

  /// Takes a session out of the storage.
  ///
  /// - Parameters:
  ///   - before: which.
  ///   - isKnown: whether it is known that it was this one.
  ///   - mayBeUnreadable: whether what cannot be read is taken for it.
  /// - Returns: the session as it was last kept.
  private func forget(
    _ before: KeptRecord?, isKnown: Bool, mayBeUnreadable: Bool = true
  ) async -> SessionRecord? {
    do {
      return try await alone { () async throws(DoorwardError) in
        await self.takeOut(before, isKnown, mayBeUnreadable)
      }
    } catch {
      // Nobody gave the storage up in all the time that was waited. The person wants to be signed out.
      return await takeOut(before, isKnown, mayBeUnreadable)
    }
  }

  /// Leaves alone what another process has put there, or a sign-in since.
  private func takeOut(
    _ before: KeptRecord?, _ isKnown: Bool, _ mayBeUnreadable: Bool
  ) async -> SessionRecord? {
    var found: KeptRecord?
    var isEmpty = false
    do throws(StorageError) {
      let bytes = try await storage.load()
      isEmpty = bytes == nil
      found = try KeptRecord.read(bytes)
    } catch {
      // It may be anybody's. The person who signs out wants nobody there.
      guard mayBeUnreadable else { return before?.session }
    }
    if let found {
      if let kept, found.isSamePerson(as: kept) { return before?.session }
      let isLeftBehind = leftBehind?.isIt(found) ?? false
      let isBefore = before?.isSamePerson(as: found) ?? false
      if isKnown, !isLeftBehind, !isBefore {
        leftBehind = nil
        return before?.session
      }
    }
    let gone = found ?? before
    await remove(gone, isThere: !isEmpty)
    return gone?.session
  }

  private func remove(_ record: KeptRecord?, isThere: Bool = true) async {
    do throws(StorageError) {
      try await storage.remove()
      leftBehind = nil
    } catch {
      logger.error("The session could not be removed: \(error.reason)")
      guard isThere else { return }
      // What the server has been told of it is known already.
      if let left = leftBehind, record.map({ left.record?.isSamePerson(as: $0) ?? false }) ?? true { return }
      leftBehind = LeftBehind(record: record, signedOutAt: now, generation: generation, reason: error)
    }
  }
}
