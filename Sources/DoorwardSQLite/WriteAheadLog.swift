import CDoorwardSQLite

extension SQLiteConnection {
  /// How much a checkpoint may ask of others.
  public enum Checkpoint: Sendable {
    /// Copies what it can, waits for nobody.
    case passive
    /// Copies everything and waits for readers of the log to leave, so that it starts over.
    case restart
    /// As `restart`, and cuts the log file to nothing.
    case truncate
  }

  /// Puts the file in write-ahead mode, where readers and the writer do not block each other.
  ///
  /// The switch takes the whole file for a moment. SQLite does not wait for it (the busy handler is left
  /// out where waiting could deadlock), so this does: two servers may start at once.
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

  /// Whether the file was moved, deleted or replaced since the connection was opened: what is written now is lost.
  public var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
  }

  /// The frames in the log at this connection's last commit.
  public var writeAheadFrames: Int { Int(logFrames.pointee) }

  /// Copies the log into the database file.
  ///
  /// - Parameters:
  ///   - kind: how much others may be made to wait.
  ///   - patience: how long to wait for them, in milliseconds, where not as long as always.
  /// - Returns: whether all of it was copied and, where asked for, the log started over; false where a
  ///   reader still needs it.
  /// - Throws: ``SQLiteError`` where the disk fails.
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

  /// Replaces SQLite's own checkpoint inside a commit by a count: the owner decides when to copy, after
  /// whoever waits for the commit has been answered.
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
