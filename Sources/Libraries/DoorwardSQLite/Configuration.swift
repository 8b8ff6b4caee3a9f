import CDoorwardSQLite

extension SQLiteConnection {
  /// Makes the connection strict and its commits durable, regardless of the library's compile options.
  func configure(_ options: SQLiteOptions) throws(SQLiteError) {
    // https://sqlite.org/security.html: an attacker may have replaced the file.
    try turn(SQLITE_DBCONFIG_DEFENSIVE, on: true)
    try turn(SQLITE_DBCONFIG_TRUSTED_SCHEMA, on: false)
    try turn(SQLITE_DBCONFIG_ENABLE_FKEY, on: true)
    // A name in double quotes is a column or an error, never a string.
    try turn(SQLITE_DBCONFIG_DQS_DML, on: false)
    try turn(SQLITE_DBCONFIG_DQS_DDL, on: false)
    try execute("PRAGMA cell_size_check = ON")
    // Sorting and savepoints stay in memory, so that no user data is in a temporary file.
    try execute("PRAGMA temp_store = MEMORY")
    try execute("PRAGMA cache_size = -16384")

    switch options.access {
    case .readOnly, .frozen:
      try execute("PRAGMA query_only = ON")
    case .readWrite:
      guard sqlite3_db_readonly(handle, "main") == 0 else {
        throw SQLiteError(.readOnly, "attempt to write a readonly database")
      }
      try configureWriting(options)
    }
  }

  private func configureWriting(_ options: SQLiteOptions) throws(SQLiteError) {
    // Every commit is on the disk before it is acknowledged (https://sqlite.org/pragma.html#pragma_synchronous).
    try execute("PRAGMA synchronous = FULL")
    // On Darwin, fsync does not flush the drive's cache; these settings do. They have no effect elsewhere.
    try execute("PRAGMA fullfsync = ON")
    try execute("PRAGMA checkpoint_fullfsync = ON")
    // Deleted data is overwritten, not only unlinked.
    try execute("PRAGMA secure_delete = ON")
    // Limits the size of the log file after many writes.
    try execute("PRAGMA journal_size_limit = 67108864")
    if let bytes = options.maximumBytes {
      // A page has 4096 bytes unless another program made the file.
      try execute("PRAGMA max_page_count = \(max(1, bytes / 4096))")
    }
  }

  private func turn(_ option: Int32, on: Bool) throws(SQLiteError) {
    guard doorward_sqlite3_switch(handle, option, on ? 1 : 0) == SQLITE_OK else {
      throw SQLiteError(failing: handle)
    }
  }
}

/// The options of a connection.
public struct SQLiteOptions: Sendable {
  /// The connection's access to the file.
  public enum Access: Sendable {
    /// Reads and writes a file that exists.
    case readWrite
    /// Reads a file that exists. If no other process has it open, the connection must be able to write next to it.
    case readOnly
    /// Reads a file that no process has open and that has no log, as if it could not change. No lock is acquired and
    /// no file is created next to it. If another process writes to the file meanwhile, the results are invalid.
    case frozen
  }

  /// The connection's access to the file.
  public var access: Access
  /// The time to wait for a lock of another connection, in milliseconds.
  public var busyTimeout: Int32
  /// The maximum size of the file. Above it, writes fail as on a full disk. If nil, only the disk limits the size.
  public var maximumBytes: Int64?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - access: the connection's access to the file.
  ///   - busyTimeout: the time to wait for a lock of another connection, in milliseconds.
  ///   - maximumBytes: the maximum size of the file; nil for no limit except the disk.
  public init(access: Access = .readWrite, busyTimeout: Int32 = 5000, maximumBytes: Int64? = nil) {
    self.access = access
    self.busyTimeout = busyTimeout
    self.maximumBytes = maximumBytes
  }
}
