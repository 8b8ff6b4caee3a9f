import DoorwardSQLRows
import DoorwardSQLite
import DoorwardStore
import DoorwardSystem

extension SQLiteStore {
  /// Starts all threads. Each one opens its own connection. The writer starts first, because it makes and migrates
  /// the file.
  func start(_ migrations: [Migration]) async throws {
    switch options.access {
    case .readWrite: try await startWriter(migrations)
    case .readOnly: try await look(migrations) { try $0.require() }
    case .inspection: try await look(migrations) { _ = try $0.state() }
    }
    for _ in 0..<options.readers { try await startReader() }
    try await startMaintenance()
  }

  private func startWriter(_ migrations: [Migration]) async throws {
    try await writer.start { [path, options] in
      try Self.makeDatabase(at: path, options, migrations)
      try DatabaseFile.requireContent(at: path)
      let connection = try SQLiteConnection(path: path, options: options.connection)
      try Migrator(connection: connection, migrations: migrations).migrate()
      return connection
    } serve: { [options, health, readers, maintenance] connection, lane in
      var committer = GroupCommitter(
        connection: connection, lane: lane, groupLimit: options.groupLimit, health: health)
      committer.serve()
      // The last connection that closes copies and removes the log. If two close at the same moment, neither of them
      // is the last one to SQLite.
      readers.waitForEnd()
      maintenance.waitForEnd()
    }
  }

  /// Makes the database if there is none.
  ///
  /// The database gets its name when its schema is complete. So an empty file with that name is a damaged database
  /// and never an unfinished one.
  private static func makeDatabase(
    at path: String, _ options: SQLiteStoreOptions, _ migrations: [Migration]
  ) throws {
    guard try !DatabaseFile.exists(path) else { return }
    try DatabaseFile.requireNoLog(at: path)
    // A random name, so that another server that starts at the same time uses a different one.
    let number = UInt64.random(in: 0...UInt64.max)
    let unfinished = "\(path).\(number).unfinished"
    try DatabaseFile.create(at: unfinished)
    defer { for suffix in ["", "-wal", "-shm"] { DatabaseFile.remove(unfinished + suffix) } }
    try migrate(unfinished, options, migrations: migrations)
    // If the name is taken, another server that started at the same time has made the database.
    _ = try DatabaseFile.publish(unfinished, as: path)
  }

  /// Applies the schema. The connection is closed before this returns, which copies and removes the log.
  private static func migrate(
    _ path: String, _ options: SQLiteStoreOptions, migrations: [Migration]
  ) throws {
    let connection = try SQLiteConnection(path: path, options: options.connection)
    try Migrator(connection: connection, migrations: migrations).migrate()
  }

  private func startReader() async throws {
    try await readers.start { [path, options, idleReaders] in
      let idle = try Self.openReader(path, options)
      idle.refuseWaits()
      idleReaders.add(idle)
      return try Self.openReader(path, options)
    } serve: { [idleReaders] connection, lane in
      while let job = lane.next() { job(connection) }
      idleReaders.close()
    }
  }

  private static func openReader(_ path: String, _ options: SQLiteStoreOptions) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, options: options.connection)
    try connection.refuseWrites()
    return connection
  }

  private func startMaintenance() async throws {
    try await maintenance.start {
    } serve: { _, lane in
      while let job = lane.next() { job() }
    }
  }

  /// Checks the schema of a database that is only read.
  private func look(
    _ migrations: [Migration], _ body: @escaping @Sendable (Migrator) throws -> Void
  ) async throws {
    guard try DatabaseFile.exists(path) else {
      throw StoreError(.unavailable, "there is no database at \(path): start the server once to make it")
    }
    try DatabaseFile.requireContent(at: path)
    // The check blocks, so it has its own lane. The thread of the lane ends after the check.
    let lane = WorkerLane<Never>(limit: 1)
    lane.close()
    try await lane.start { [path, options] in
      let connection = try SQLiteConnection(path: path, options: options.connection)
      try body(Migrator(connection: connection, migrations: migrations))
    } serve: { _, _ in
    }
  }
}

extension SQLiteStoreOptions {
  /// The options of one connection.
  var connection: SQLiteOptions {
    let connectionAccess: SQLiteOptions.Access =
      switch access {
      case .readWrite: .readWrite
      case .readOnly, .inspection: isFrozen ? .frozen : .readOnly
      }
    return SQLiteOptions(access: connectionAccess, busyTimeout: busyTimeout, maximumBytes: maximumBytes)
  }
}
