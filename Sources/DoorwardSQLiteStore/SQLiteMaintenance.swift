import DoorwardSQLite
import DoorwardStore
import DoorwardThreads

/// What an operator does to a database beside serving from it.
extension SQLiteStore {
  /// Copies the write-ahead log into the database file and cuts it.
  ///
  /// - Returns: whether all of it was copied; false where a long read still needs it.
  @discardableResult
  package func checkpoint() async throws -> Bool {
    try requireWriting()
    return try await copyLog(.truncate)
  }

  /// Copies the log between two transactions, on the writer's thread.
  @discardableResult
  func copyLog(_ kind: SQLiteConnection.Checkpoint) async throws -> Bool {
    try await withCheckedThrowingContinuation { caller in
      do {
        try writer.submit(
          .maintain { [health] connection in
            let result = Result { try explainingFailures { try connection.checkpoint(kind) } }
            health.noteLog(isStuck: (try? result.get()) == nil)
            caller.resume(with: result)
          })
      } catch {
        caller.resume(throwing: StoreError.explaining(error))
      }
    }
  }

  /// Reads the whole file and says what is wrong with it; empty when nothing is.
  package func integrityProblems() async throws -> [String] {
    try await maintain { connection in
      do {
        return try connection.integrityProblems()
      } catch let error as SQLiteError where [.corrupt, .notADatabase].contains(error.code.primary) {
        // Too damaged even to be looked through.
        return [StoreError(error).reason]
      }
    }
  }

  /// How far the schema of the database has come.
  package func schema() async throws -> SchemaState {
    try await maintain { connection in
      try Migrator(connection: connection, migrations: Migration.all).state()
    }
  }

  /// Copies the database, as it is at this moment, to a new file readable to its owner alone.
  ///
  /// Service goes on meanwhile. The file appears under its name whole, checked and on the disk, or not at
  /// all; nothing is overwritten.
  package func backup(to target: String) async throws {
    try await maintain { connection in
      let taken = StoreError(.conflict, "there is something at \(target) already: choose another path")
      guard !DatabaseFile.exists(target) else { throw taken }
      let unfinished = target + ".unfinished"
      guard try DatabaseFile.create(at: unfinished) else {
        throw StoreError(
          .conflict, "\(unfinished) is there: another backup is running, or was cut short; remove it")
      }
      defer { DatabaseFile.remove(unfinished) }
      try connection.backup(to: unfinished)
      let problems = try SQLiteConnection(path: unfinished, options: SQLiteOptions(access: .readOnly))
        .integrityProblems()
      guard problems.isEmpty else {
        throw StoreError(.unavailable, "the database is damaged: \(problems.joined(separator: "; "))")
      }
      guard try DatabaseFile.publish(unfinished, as: target) else { throw taken }
    }
  }

  /// Runs long work on the maintenance thread with a connection of its own.
  private func maintain<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { caller in
      do {
        try maintenance.submit { [path, options] in
          caller.resume(
            with: Result {
              try explainingFailures {
                try body(SQLiteConnection(path: path, options: options.connection))
              }
            })
        }
      } catch {
        caller.resume(throwing: StoreError.explaining(error))
      }
    }
  }
}
