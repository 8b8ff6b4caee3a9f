import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardStore
import DoorwardSystem
import Foundation
import Testing

/// Reads of a caller whose thread may block, such as a thread of the listener.
@Suite("SQLite store: reads on the caller's thread")
struct IdleReadersTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store.sqlite3")
  }

  @available(macOS 26, *)
  @Test func readRunsOnCallersThreadIfThatMayBlock() async throws {
    let store = try await SQLiteStore.open(at: path)
    let user = try User.sample()
    try await store.write { try $0.insert(user) }
    let (isSame, read) = try await onBackgroundThread {
      let caller = currentThread()
      return try await store.read { (currentThread() == caller, try $0.user(user.id)) }
    }
    #expect(isSame)
    #expect(read == user)
    // The thread of this task may not block, so a thread of the store reads.
    #expect(try await store.read { _ in BackgroundThread.isCurrent })
    await store.close()
  }

  @available(macOS 26, *)
  @Test func readRunsOnThreadOfStoreIfNoConnectionIsIdle() async throws {
    let store = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(readers: 1))
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    async let first = onBackgroundThread {
      let caller = currentThread()
      return try await store.read { _ in
        enter.yield()
        gate.wait()
        return currentThread() == caller
      }
    }
    for await _ in entered { break }
    let isSame = try await onBackgroundThread {
      let caller = currentThread()
      return try await store.read { _ in currentThread() == caller }
    }
    #expect(!isSame)
    gate.signal()
    #expect(try await first)
    await store.close()
  }

  @available(macOS 26, *)
  @Test func readOnCallersThreadHasSnapshotFromBeforeItsBody() async throws {
    let store = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(readers: 1))
    let user = try User.sample()
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    async let read = onBackgroundThread {
      try await store.read { snapshot in
        enter.yield()
        gate.wait()
        return try snapshot.user(user.id)
      }
    }
    for await _ in entered { break }
    try await store.write { try $0.insert(user) }
    gate.signal()
    #expect(try await read == nil)
    await store.close()
  }

  @available(macOS 26, *)
  @Test func bodyThatThrowsGivesConnectionBack() async throws {
    let store = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(readers: 1))
    let user = try User.sample()
    await #expect(throws: CancellationError.self) {
      try await onBackgroundThread {
        try await store.read { snapshot in
          #expect(try snapshot.user(user.id) == nil)
          throw CancellationError()
        }
      }
    }
    try await store.write { try $0.insert(user) }
    let (isSame, read) = try await onBackgroundThread {
      let caller = currentThread()
      return try await store.read { (currentThread() == caller, try $0.user(user.id)) }
    }
    #expect(isSame)
    // The snapshot of the first read would not contain the user.
    #expect(read == user)
    await store.close()
  }

  @available(macOS 26, *)
  @Test func closeWaitsForReadsOnCallersThread() async throws {
    let store = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(readers: 1))
    let user = try User.sample()
    try await store.write { try $0.insert(user) }
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let isRead = Monitor(false)
    async let read = onBackgroundThread {
      try await store.read { snapshot in
        enter.yield()
        gate.wait()
        let found = try snapshot.user(user.id)
        isRead.withLock { $0 = true }
        return found
      }
    }
    for await _ in entered { break }
    async let closed: Void = {
      await store.close()
      #expect(isRead.withLock { $0 })
    }()
    // Later reads are refused as soon as `close` has begun.
    while (try? await store.read { _ in true }) != nil { await Task.yield() }
    gate.signal()
    #expect(try await read == user)
    await closed
    // SQLite removes the log when the last connection closes.
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    await #expect(throws: StoreError(.closed, "")) {
      try await onBackgroundThread { try await store.read { try $0.user(user.id) } }
    }
  }

  @available(macOS 26, *)
  @Test func lockOfAnotherConnectionDoesNotBlockCallersThread() async throws {
    let user = try User.sample()
    let store = try await SQLiteStore.open(at: path)
    try await store.write { try $0.insert(user) }
    await store.close()
    // Without a write-ahead log, a writer locks readers out.
    let holder = try SQLiteConnection(path: path)
    #expect(try holder.first("PRAGMA journal_mode = DELETE") { try $0.text(0) } == "delete")
    let locked = try await SQLiteStore.open(
      at: path, options: SQLiteStoreOptions(access: .readOnly, readers: 1, busyTimeout: 30_000))
    try holder.script("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    let (freed, free) = AsyncStream<Void>.makeStream()
    async let read = onBackgroundThread {
      try await locked.read { try $0.user(user.id) }
    } thenOnThread: {
      free.yield()
    }
    for await _ in freed { break }
    // The thread has not waited for the busy timeout.
    #expect(start.duration(to: .now) < .seconds(20))
    // A thread of the store waits for the lock now, or will.
    try holder.script("COMMIT")
    #expect(try await read == user)
    await locked.close()
  }
}

/// Runs `body` on a new thread that may block, until the body waits for the first time.
///
/// - Parameters:
///   - body: the work.
///   - thenOnThread: runs on the thread after it is free for other work.
/// - Returns: the result of the body.
/// - Throws: the error of the body, or `WorkerLaneError` if the system has no thread left.
@available(macOS 26, *)
private func onBackgroundThread<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value, thenOnThread: @escaping @Sendable () -> Void = {}
) async throws -> Value {
  try await withCheckedThrowingContinuation { caller in
    let isStarted = BackgroundThread.start {
      Task.immediate {
        do { caller.resume(returning: try await body()) } catch { caller.resume(throwing: error) }
      }
      thenOnThread()
    }
    if !isStarted { caller.resume(throwing: WorkerLaneError.noThread) }
  }
}

/// The ID of the current thread as text, because its type differs between platforms.
private func currentThread() -> String { "\(pthread_self())" }
