package import DoorwardSQLRows
import DoorwardSQLite
package import DoorwardStore
import DoorwardSystem

/// A store in one SQLite file.
///
/// One thread writes, and commits all waiting requests together. Several threads read, each on its own snapshot.
/// Readers and the writer do not block each other (write-ahead log). The changes of a ``write(_:)`` that has returned
/// survive a power loss. Several processes may share the file on a local disk; they wait for each other's writes.
///
/// ```swift
/// let store = try await SQLiteStore.open(at: "/var/lib/doorward/doorward.sqlite3")
/// let isFirst = try await store.write { try $0.spend(challenge, until: expiry) }
/// await store.close()
/// ```
package final class SQLiteStore: Store {
  let path: String
  let options: SQLiteStoreOptions
  let writer: WorkerLane<WriterJob>
  let readers: WorkerLane<@Sendable (SQLiteConnection) -> Void>
  /// Runs long tasks, one at a time, so that they do not block readers.
  let maintenance: WorkerLane<@Sendable () -> Void>
  let idleReaders = IdleReaders()
  let health = WriterHealth()

  /// Opens the database. If the access allows it, also makes or migrates the database.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Code/unavailable`` if the file cannot be used,
  ///   ``StoreError/Code/malformed`` if it is not a database of this or an older server.
  package static func open(
    at path: String, options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) async throws -> SQLiteStore {
    try await open(at: path, options: options, migrations: Migration.all)
  }

  package static func open(
    at path: String, options: SQLiteStoreOptions, migrations: [Migration]
  ) async throws -> SQLiteStore {
    let store = SQLiteStore(path: path, options: options)
    do {
      try await store.start(migrations)
      return store
    } catch {
      await store.close()
      throw StoreError.explaining(error)
    }
  }

  private init(path: String, options: SQLiteStoreOptions) {
    self.path = path
    self.options = options
    writer = WorkerLane(limit: options.queueLimit)
    readers = WorkerLane(limit: options.queueLimit)
    maintenance = WorkerLane(limit: 8)
  }

  deinit { stop() }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    if let value = try idleReaders.read(body) { return value }
    return try await withCheckedThrowingContinuation { caller in
      do {
        try readers.submit { connection in
          caller.resume(with: Result { try connection.snapshot(body) })
        }
      } catch {
        caller.resume(throwing: StoreError.explaining(error))
      }
    }
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try requireWriting()
    return try await commit { transaction in try body(transaction) }
  }

  package var waiting: [String: Int] { ["read": readers.waiting, "write": writer.waiting] }

  /// Reads, and overwrites a row unless a commit has succeeded within the last second. Only a write shows that the
  /// disk accepts writes, and the limit prevents callers of `/readyz` from wearing out the disk. If the log could not
  /// be copied into the file, the copy is retried. A deleted or replaced file accepts writes and loses them, so the
  /// file is checked too.
  package func check() async throws {
    _ = try await read { try $0.apiKey(hash: []) }
    guard options.access == .readWrite else { return }
    try await requireFile()
    if health.isLogStuck { try await copyLog(.passive) }
    guard !health.hasCommittedLately else { return }
    try await commit { transaction in
      try transaction.change("readiness row", "UPDATE readiness SET writes = writes + 1", values: [])
    }
  }

  package func close() async {
    stop()
    await maintenance.ended()
    await readers.ended()
    await writer.ended()
  }

  /// Refuses if the writer's file is no longer the file at the path.
  private func requireFile() async throws {
    let hasMoved: Bool = try await withCheckedThrowingContinuation { caller in
      do {
        try writer.submit(.maintain { connection in caller.resume(returning: connection.hasMoved) })
      } catch {
        caller.resume(throwing: StoreError.explaining(error))
      }
    }
    guard !hasMoved else {
      throw StoreError(
        .unavailable,
        "the database file \(path) was moved, deleted or replaced while the server runs: restart the server")
    }
  }

  /// Refuses if the store was opened without write access.
  func requireWriting() throws(StoreError) {
    guard options.access == .readWrite else {
      throw StoreError(.unavailable, "the database has been opened for reading alone")
    }
  }

  private func commit<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { caller in
      do {
        try writer.submit(.write(WriteRequest(body, answering: caller)))
      } catch {
        caller.resume(throwing: StoreError.explaining(error))
      }
    }
  }

  private func stop() {
    maintenance.close()
    readers.close()
    writer.close()
  }
}
