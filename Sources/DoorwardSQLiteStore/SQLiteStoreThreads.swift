import DoorwardSQLite
import DoorwardStore
import DoorwardThreads

extension SQLiteStore {
  /// Starts every thread, each of which opens its own connection: the writer first, to make and migrate.
  func start(_ migrations: [Migration]) async throws {
    switch options.access {
    case .readWrite: try await startWriter(migrations)
    case .readOnly: try await look(migrations) { try $0.require() }
    case .inspection, .frozen: try await look(migrations) { _ = try $0.state() }
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
      // The last connection to close copies the log and removes it; of two that close at the same moment
      // each takes the other for the last.
      readers.waitForEnd()
      maintenance.waitForEnd()
    }
  }

  /// Makes the database if there is none.
  ///
  /// It gets its name when its schema is complete. So a file without content under that name is a damaged database,
  /// never one that is being made.
  private static func makeDatabase(
    at path: String, _ options: SQLiteStoreOptions, _ migrations: [Migration]
  ) throws {
    guard !DatabaseFile.exists(path) else { return }
    try DatabaseFile.requireNoLog(at: path)
    // A name that another server, which starts at the same time, does not take.
    let number = UInt64.random(in: 0...UInt64.max)
    let unfinished = "\(path).\(number).unfinished"
    try DatabaseFile.create(at: unfinished)
    defer { for suffix in ["", "-wal", "-shm"] { DatabaseFile.remove(unfinished + suffix) } }
    try migrate(unfinished, options, migrations)
    // If the name is taken, another server that started at the same time has made it.
    _ = try DatabaseFile.publish(unfinished, as: path)
  }

  /// Applies the schema; the connection is closed, and so the log copied and removed, when this returns.
  private static func migrate(
    _ path: String, _ options: SQLiteStoreOptions, _ migrations: [Migration]
  ) throws {
    let connection = try SQLiteConnection(path: path, options: options.connection)
    try Migrator(connection: connection, migrations: migrations).migrate()
  }

  private func startReader() async throws {
    try await readers.start { [path, options] in
      let connection = try SQLiteConnection(path: path, options: options.connection)
      try connection.refuseWrites()
      return connection
    } serve: { connection, lane in
      while let job = lane.next() { job(connection) }
    }
  }

  private func startMaintenance() async throws {
    try await maintenance.start {
    } serve: { _, lane in
      while let job = lane.next() { job() }
    }
  }

  /// Looks at the schema of a database that is only read.
  private func look(
    _ migrations: [Migration], _ body: @escaping @Sendable (Migrator) throws -> Void
  ) async throws {
    guard DatabaseFile.exists(path) else {
      throw StoreError(.unavailable, "there is no database at \(path): start the server once to make it")
    }
    try DatabaseFile.requireContent(at: path)
    // A lane of its own, because looking blocks; its thread ends with the question.
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
  /// The same, as one connection understands it.
  var connection: SQLiteOptions {
    let connectionAccess: SQLiteOptions.Access =
      switch access {
      case .readWrite: .readWrite
      case .readOnly, .inspection: .readOnly
      case .frozen: .frozen
      }
    return SQLiteOptions(access: connectionAccess, busyTimeout: busyTimeout, maximumBytes: maximumBytes)
  }
}
