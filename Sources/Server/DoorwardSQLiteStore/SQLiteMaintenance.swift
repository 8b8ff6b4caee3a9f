package import DoorwardSQLRows
import DoorwardSQLite
import DoorwardStore
import DoorwardSystem

/// Maintenance of a database by the operator.
extension SQLiteStore {
  /// Copies the write-ahead log into the database file and truncates the log.
  ///
  /// - Returns: whether the whole log was copied; false if a reader still needs a part of it.
  @discardableResult
  package func checkpoint() async throws -> Bool {
    try requireWriting()
    return try await copyLog(.truncate)
  }

  /// Copies the log between two transactions on the writer's thread.
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

  /// Reads the whole file and returns its problems; empty if there are none.
  package func integrityProblems() async throws -> [String] {
    try await maintain { connection in
      do {
        return try connection.integrityProblems()
      } catch let error as SQLiteError where [.corrupt, .notADatabase].contains(error.code.primary) {
        // The file is too damaged for the check.
        return [StoreError(error).reason]
      }
    }
  }

  /// The state of the database's schema.
  package func schema() async throws -> SchemaState {
    try await maintain { connection in
      try Migrator(connection: connection, migrations: Migration.all).state()
    }
  }

  /// Copies the current state of the database to a new file that only its owner can read.
  ///
  /// The store can be used during the copy. The file gets its name after it was checked and written to the disk. An
  /// existing file is never overwritten.
  package func backup(to target: String) async throws {
    try await maintain { connection in
      let taken = StoreError(.conflict, "\(target) exists already: choose another path")
      guard try !DatabaseFile.exists(target) else { throw taken }
      let unfinished = target + ".unfinished"
      guard try DatabaseFile.create(at: unfinished) else {
        throw StoreError(
          .conflict,
          "\(unfinished) exists: another backup is running or was interrupted. If none is running, delete the file"
        )
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

  /// Runs a long task on the maintenance thread with its own connection.
  func maintain<Value: Sendable>(
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
