import CDoorwardSQLite

extension SQLiteConnection {
  /// Copies the current state of the whole database into an empty file that exists.
  ///
  /// The copy is one snapshot, and other connections can write during the copy. The copy has no separate log, so it
  /// can be moved as one file.
  ///
  /// - Parameter path: the empty file.
  /// - Throws: ``SQLiteError``. Then the contents of the file are not a valid copy.
  public func backup(to path: String) throws {
    let target = try SQLiteConnection(path: path)
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(failing: target.handle)
    }
    let step = sqlite3_backup_step(backup, -1)
    let finish = sqlite3_backup_finish(backup)
    // A complete copy returns SQLITE_DONE, which is not an error.
    let code = step == SQLITE_DONE ? finish : step
    guard code == SQLITE_OK else { throw SQLiteError(backupFailedWith: code) }
    let mode = try target.first("PRAGMA journal_mode = DELETE") { row in try row.text(0) }
    guard mode == "delete" else {
      throw SQLiteError(.error, "the copy could not be made independent of its log")
    }
  }
}

extension SQLiteError {
  /// Makes an error from a result code that belongs to no connection. Its reason is SQLite's general text for the
  /// code.
  fileprivate init(backupFailedWith code: Int32) {
    let reason = sqlite3_errstr(code).map { String(cString: $0) }
    self.init(Code(rawValue: code), reason ?? "the copy failed")
  }
}
