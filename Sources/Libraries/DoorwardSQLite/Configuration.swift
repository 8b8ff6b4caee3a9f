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
