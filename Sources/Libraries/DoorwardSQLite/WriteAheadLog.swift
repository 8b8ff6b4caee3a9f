import CDoorwardSQLite

extension SQLiteConnection {
  /// The kind of a checkpoint, which determines whether it waits for other connections.
  public enum Checkpoint: Sendable {
    /// Copies as much as possible without waiting.
    case passive
    /// Copies the whole log and waits for its readers, so that the log starts again.
    case restart
    /// Like `restart`, and truncates the log file.
    case truncate
  }

  /// Enables the write-ahead log, with which readers and the writer do not block each other.
  ///
  /// The change needs an exclusive lock for a moment. SQLite does not call the busy handler if waiting could
  /// deadlock, so this method retries: two servers may start at the same time.
  public func useWriteAheadLog() throws {
    let pause: Int32 = 5
    var waited: Int32 = 0
    while true {
      do {
        let mode = try first("PRAGMA journal_mode = WAL") { row in try row.text(0) }
        guard mode == "wal" else {
          throw SQLiteError(.error, "the file system of the database allows no write-ahead log")
        }
        return
      } catch let error as SQLiteError where error.code.primary == .busy && waited < busyTimeout {
        waited += max(sqlite3_sleep(pause), pause)
      }
    }
  }

  /// Whether the file was moved, deleted or replaced since the connection was opened. Later writes are then lost.
  public var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
  }

  /// The number of frames in the log at this connection's last commit.
  public var writeAheadFrames: Int { Int(logFrames.pointee) }

  /// Copies the log into the database file.
  ///
  /// - Parameters:
  ///   - kind: the kind of the checkpoint.
  ///   - patience: the time to wait, in milliseconds; nil for the busy timeout of the connection.
  /// - Returns: whether the whole log was copied and, if requested, started again; false if a reader still needs the
  ///   log.
  /// - Throws: ``SQLiteError`` if the disk fails.
  @discardableResult
  public func checkpoint(_ kind: Checkpoint, patience: Int32? = nil) throws(SQLiteError) -> Bool {
    if let patience { sqlite3_busy_timeout(handle, patience) }
    defer { sqlite3_busy_timeout(handle, busyTimeout) }
    let mode =
      switch kind {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    var frames: Int32 = 0
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, "main", mode, &frames, &copied)
    switch code {
    case SQLITE_OK: return frames == copied
    case SQLITE_BUSY: return false
    default: throw SQLiteError(failing: handle)
    }
  }

  /// Replaces SQLite's automatic checkpoint with a count of frames. The owner of the connection starts the copy after
  /// the callers of the commit have their results.
  func watchLog() { sqlite3_wal_hook(handle, recordLogFrames, logFrames) }
}

/// Called by SQLite after a commit, on the connection's thread.
private func recordLogFrames(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ frames: Int32
) -> Int32 {
  context?.storeBytes(of: frames, as: Int32.self)
  return SQLITE_OK
}
