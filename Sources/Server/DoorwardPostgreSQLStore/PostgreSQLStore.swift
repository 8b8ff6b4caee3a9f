package import DoorwardPostgreSQL
package import DoorwardSQLRows
package import DoorwardStore
import DoorwardSystem

/// A store in a PostgreSQL database, which any number of processes share.
///
/// Each transaction that writes is serializable, as if it ran alone, except a sign-in, a guess and a refresh
/// (``Store/writeAtRepeatableRead(prefetching:continuing:_:)``): many of them run at once, and new rows lie next to each other, so
/// PostgreSQL would see collisions between unrelated ones. A transaction that collides with another one runs again
/// (``WriteAttempts``). The changes of a ``write(_:)`` that has returned survive a crash of the server, if the server commits
/// durably (`fsync` and `synchronous_commit` are on by default).
///
/// ```swift
/// let store = try await PostgreSQLStore.open(PostgreSQLSettings("postgresql:///doorward"))
/// let isFirst = try await store.write { try $0.spend(challenge, until: expiry) }
/// await store.close()
/// ```
package final class PostgreSQLStore: Store {
  private let options: PostgreSQLStoreOptions
  let pool: ConnectionPool
  private let repetition: Repetition
  private let limits: PostgreSQLLimits
  private let batches: BatchQueue
  private let lastCommit = LastCommit()
  /// Nil behind a transaction pooler, which gives the session of a listener to others.
  private let listener: ChangeListener?

  /// Opens the database. If the access allows it, also makes or migrates the schema.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Code/unavailable`` if the database cannot be reached,
  ///   ``StoreError/Code/malformed`` if it is not a database of this or an older server.
  package static func open(
    _ settings: PostgreSQLSettings, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions()
  ) async throws -> PostgreSQLStore {
    try await open(settings, options: options, migrations: PostgreSQLSchema.migrations)
  }

  package static func open(
    _ settings: PostgreSQLSettings, options: PostgreSQLStoreOptions, migrations: [Migration]
  ) async throws -> PostgreSQLStore {
    let store = PostgreSQLStore(settings, options)
    do {
      try await store.pool.start { connection in
        let migrator = PostgreSQLMigrator(connection: connection, migrations: migrations)
        switch options.access {
        case .readWrite: try migrator.migrate()
        case .readOnly: try migrator.recorded().requireAll(of: migrations)
        case .inspection: _ = try migrator.recorded().state(of: migrations)
        }
      }
      if options.access == .readWrite { try await store.listener?.start() }
      return store
    } catch {
      await store.close()
      throw StoreError.explaining(error)
    }
  }

  private init(_ settings: PostgreSQLSettings, _ options: PostgreSQLStoreOptions) {
    self.options = options
    let pool = ConnectionPool(settings, options)
    self.pool = pool
    repetition = Repetition(atMost: options.repetitionTime, lastCommit)
    batches = BatchQueue(pool, options: options, lastCommit: lastCommit)
    limits = PostgreSQLLimits(pool)
    listener = settings.pooler == .none ? ChangeListener { pool.currentSettings } : nil
  }

  deinit {
    listener?.close()
    pool.close()
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    try await pool.run { [repetition] pooled in try repetition.read(on: pooled, body) }
  }

  package func read<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    let prefetching = Prefetching(queries: try reads.queries())
    return try await pool.run { [repetition] pooled in
      try repetition.read(on: pooled, prefetching: prefetching, body)
    }
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await commit { transaction in try body(transaction) }
  }

  package func write<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    let prefetching = Prefetching(queries: try reads.queries())
    return try await commit(prefetching) { transaction in try body(transaction) }
  }

  package func writeAtRepeatableRead<Value: Sendable>(
    prefetching reads: PrefetchedReads, continuing ahead: ReadAhead?,
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try requireWriting()
    let prefetching = Prefetching(queries: try reads.queries(), carried: ahead?.content as? CarriedResults)
    let deadline = MonotonicTime.now.advanced(by: options.patience)
    return try await withCheckedThrowingContinuation { caller in
      batches.submit(
        BatchedWrite(prefetching, deadline: deadline, repetition: repetition, caller: caller, body))
    }
  }

  /// The number of sign-ins, guesses and refreshes that wait for a connection.
  package var waitingSignIns: Int { batches.count }

  package var sharedLimits: (any SharedLimits)? { limits }

  package func awaitChange(atMost time: Duration) async {
    if let listener {
      await listener.awaitChange(atMost: time)
    } else {
      try? await Task.sleep(for: time)
    }
  }

  /// Reads, and overwrites a row unless changes were committed within the last second. Only a write shows that the server is
  /// the primary and that its disk accepts writes.
  package func check() async throws {
    if lastCommit.isRecent || options.access != .readWrite {
      _ = try await read { try $0.apiKey(hash: []) }
    } else {
      try await commit { transaction in
        try transaction.change("readiness row", "UPDATE readiness SET writes = writes + 1", values: [])
      }
    }
  }

  package var waiting: [String: Int] { ["connection": pool.waiting] }

  package func close() async {
    listener?.close()
    pool.close()
    await listener?.ended()
    await pool.ended()
  }

  private func commit<Value: Sendable>(
    _ prefetching: Prefetching? = nil, _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Value
  ) async throws -> Value {
    try requireWriting()
    return try await pool.run { [repetition] pooled in
      try repetition.write(on: pooled, prefetching: prefetching, body)
    }
  }

  private func requireWriting() throws(StoreError) {
    guard options.access == .readWrite else {
      throw StoreError(.unavailable, "the database has been opened for reading alone")
    }
  }
}

/// The options of a store in PostgreSQL.
package struct PostgreSQLStoreOptions: Sendable {
  /// The store's access to the database.
  package enum Access: Sendable {
    /// Makes or migrates the schema, reads and writes.
    case readWrite
    /// Reads a database that has the current schema. Writes are refused.
    case readOnly
    /// Like `readOnly`, and also accepts the schema of an older server, or none. It serves to inspect a database.
    case inspection
  }

  package var access: Access
  /// The most connections. Each has its own thread.
  package var connections: Int
  /// The number of requests that may wait. Further requests are refused.
  package var queueLimit: Int
  /// The longest time that a request waits for a connection. After it, the client has probably given up.
  package var patience: Duration
  /// The time after which a transaction that has failed does not run again.
  package var repetitionTime: Duration

  package init(
    access: Access = .readWrite, connections: Int = 16, queueLimit: Int = 4096,
    patience: Duration = .seconds(5), repetitionTime: Duration = .seconds(20)
  ) {
    self.access = access
    self.connections = max(1, connections)
    self.queueLimit = max(1, queueLimit)
    self.patience = patience
    self.repetitionTime = repetitionTime
  }
}
